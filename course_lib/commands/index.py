"""The command `index`: keep a store in step with a folder."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from course_lib.chunk import Chunk
from course_lib.chunkers import AnyChunker
from course_lib.commands.options import (
    BY_SUFFIX,
    NAMES,
    ROLES,
    add_sizes,
    count_changes,
    make_chunker,
    name_some,
    roles_of,
    show_progress,
    warn,
    warn_of_passed_over,
    warnings_as_lines,
)
from course_lib.commands.origin import Address, Origin, name_sources
from course_lib.document import Document
from course_lib.errors import CourseError, InvalidValue
from course_lib.files import MANIFEST, Entry, Listing, describe_fault, list_folder, list_manifest
from course_lib.guardrails import OWN, Scope, require_name
from course_lib.store import ChunkStore
from course_lib.store.migrate import KEPT

ORIGIN = (
    "what the store is to call the place of these texts, wherever the folder lies (default: its "
    "path); what it has from there under labels that are no longer given is deleted"
)
TAKE_OVER = "replace what another origin has stored under the same names"
PREFIX = "begin the name of each source with it, so that two folders keep theirs apart"
TOGETHER = "write all in one transaction: it is seen whole or not at all"
PRUNE = "delete what was stored from this origin and is gone, whatever its scope"


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "index",
        help="store the texts of a folder, as far as they have changed",
        description="Store the texts of a folder. Their labels stand in its manifest.toml, or are "
        "given here, the same for all. Run it again after an edit or an interrupt: only what "
        "changed is written. Exit status: 0 all stored, 1 a file could not be used or its name is "
        "another origin's, 2 unusable input.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--db", required=True, type=Path, metavar="FILE", help="the store")
    parser.add_argument("--tenant", metavar="NAME", help="whose the texts are")
    parser.add_argument("--environment", metavar="NAME", help="which copy of the world they are of")
    parser.add_argument("--roles", metavar="A,B", help=f"the roles that may read them{ROLES}")
    parser.add_argument("--doc-type", metavar="KIND", help="their kind (default: document)")
    parser.add_argument("--chunker", choices=NAMES, help=BY_SUFFIX)
    add_sizes(parser)
    parser.add_argument("--origin", metavar="NAME", help=ORIGIN)
    parser.add_argument("--take-over", action="store_true", help=TAKE_OVER)
    parser.add_argument("--prefix", default="", metavar="NAME/", help=PREFIX)
    parser.add_argument("--together", action="store_true", help=TOGETHER)
    parser.add_argument("--prune", action="store_true", help=PRUNE)
    parser.set_defaults(run=run)


@dataclass(slots=True)
class Texts:
    """The texts that are to be stored, each read and cut when its turn comes, and what was seen."""

    entries: Sequence[Entry]
    origin: Origin
    choose: Callable[[Path], AnyChunker]
    dated_by_file: bool
    chunks: int = 0
    older: list[Address] = field(default_factory=list)
    unread: dict[Address, str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[tuple[Document, list[Chunk], str]]:
        """Give each text that can be read, its chunks and what made them."""
        for done, entry in enumerate(self.entries):
            _show_progress(done, len(self.entries))
            try:
                document = self._read(entry)
                chunker = self.choose(entry.path)
                with warnings_as_lines(entry.path):
                    chunks = chunker.split(document)
            except (OSError, CourseError, RecursionError) as error:
                self.unread[entry.address] = describe_fault(entry.path, error)
            else:
                self.origin.note(document)
                self.chunks += len(chunks)
                yield document, chunks, repr(chunker)
        _show_progress(len(self.entries), len(self.entries))

    def note_all(self) -> None:
        """Let the origin know every text before any is stored; faults are told on storing."""
        for entry in self.entries:
            with suppress(OSError, CourseError, RecursionError):
                self.origin.note(entry.read())

    def _read(self, entry: Entry) -> Document:
        """Read a file; one that was only touched keeps the time that it is stored with."""
        document, source = entry.read(), self.origin.stored.get(entry.address)
        if source and self.dated_by_file and source.doc_id == document.doc_id:
            return document.revised(updated_at=source.updated_at)
        if source and source.updated_at > document.updated_at:
            self.older.append(entry.address)
        return document


def run(options: Namespace) -> int:
    """Store what changed and say what was done; 1 when a file could not be used."""
    folder = options.folder.resolve()
    name = str(folder) if options.origin is None else options.origin
    require_name("--origin", name, "name the place that the texts come from")
    listing = _listing(folder, options)
    there = {entry.address for entry in listing.entries if _may_be_there(entry.path)}
    if not there:
        first = f" ({listing.faults[0]})" if listing.faults else ""
        raise InvalidValue(
            f"{options.folder} holds no text{first}: nothing was stored, nothing deleted"
        )
    choose = _chooser(options)
    with ChunkStore(options.db) as store:
        origin = Origin(name, folder, listing.entries, store.inventory())
        others = origin.of_others()
        refused = {} if options.take_over else others
        faults = [*listing.faults, *(_refusal(other, held) for other, held in refused.items())]
        left_out = {address for held in refused.values() for address in held}
        entries = [entry for entry in listing.entries if entry.address not in left_out]
        texts = Texts(entries, origin, choose, dated_by_file=options.roles is not None)
        may_prune = options.prune and not listing.faults  # what was not seen may still be there
        gone = origin.gone(there)
        try:
            if options.together:
                done, back = _store_together(store, texts, gone if may_prune else [], faults)
            else:
                done, back = _store_each(store, texts, gone if may_prune else [])
        except KeyboardInterrupt:
            print(file=sys.stderr)  # below the line that shows how far it is
            stays = "nothing was stored" if options.together else "what is stored stays"
            warn(f"interrupted: {stays}; run it again to continue")
            return 130
    print(f"{count_changes(done)}; {texts.chunks:,} chunks")
    if back:
        print(
            f"{origin.count(back)}, stored from here under labels that are no longer given "
            f"(to keep both, give each an --origin): {name_sources(back)}"
        )
    if left := [address for address in gone if address not in back]:
        names = name_sources(left)
        if may_prune:
            print(f"{origin.count(left)}, gone from the folder: {names}")
        elif options.prune:
            warn("nothing deleted: --prune needs a folder that can be used whole")
        else:
            print(f"{len(left):,} gone from the folder and still stored (--prune deletes): {names}")
    _warn(texts, {*others, *origin.moved_from()}, listing.passed_over)
    faults += texts.unread.values()
    for fault in faults:
        warn(f"not stored: {fault}")
    return 1 if faults else 0


def _warn(texts: Texts, others: set[str], passed_over: Sequence[str]) -> None:
    """Name what was done or left, and may not be what was meant."""
    if texts.older:
        warn(f"older than what was stored, as a restored file is: {name_sources(texts.older)}")
    for other, kept in texts.origin.left_of(others).items():
        warn(f"still stored from {_place(other)}, and not from here: {name_sources(kept)}")
    warn_of_passed_over(passed_over)


def _listing(folder: Path, options: Namespace) -> Listing:
    """List the texts with their labels, and with the prefix before their names."""
    given = {name: getattr(options, name) for name in ("tenant", "environment", "roles")}
    missing = [f"--{name}" for name, value in given.items() if value is None]
    if not missing:
        labels = OWN.revised(
            scope=Scope(options.tenant, options.environment),
            doc_type=options.doc_type or "document",
            acl_roles=roles_of(options.roles),
        )
        in_use = [Path(f"{options.db}{end}") for end in ("", "-wal", "-shm", "-journal", KEPT)]
        listing = list_folder(folder, labels, in_use)
    elif len(missing) < len(given):
        raise InvalidValue(f"labels for all need {', '.join(missing)} too")
    elif options.doc_type:
        raise InvalidValue("--doc-type goes with --tenant, --environment and --roles")
    elif folder.is_dir() and not (folder / MANIFEST).is_file():
        raise InvalidValue(
            f"{folder} has no {MANIFEST}: write one, or give labels for all with "
            "--tenant, --environment and --roles"
        )
    else:
        listing = list_manifest(folder)
    return replace(listing, entries=[_prefixed(entry, options.prefix) for entry in listing.entries])


def _prefixed(entry: Entry, prefix: str) -> Entry:
    if not prefix:
        return entry
    name = prefix + entry.guardrails.source_id
    return replace(entry, guardrails=entry.guardrails.revised(source_id=name))


def _chooser(options: Namespace) -> Callable[[Path], AnyChunker]:
    """Return what chooses a file's chunker; raises InvalidValue for sizes that none can have."""
    choose = partial(
        make_chunker,
        options.chunker,
        options.size,
        options.overlap,
        min_chars=options.min_chars,
        count_context=options.count_context,
    )
    choose("")
    return choose


def _store_each(
    store: ChunkStore, texts: Texts, gone: list[Address]
) -> tuple[Counter[str], list[Address]]:
    """Store one text after the other; count what was done, and return what was taken back.

    What is taken back goes first, so that an interrupt leaves it hidden; only what needs the texts
    to be read, to be known again under a new name or as unreadable, goes last.
    """
    origin = texts.origin
    back = origin.taken_back()
    _delete(store, back)
    done: Counter[str] = Counter()
    for document, chunks, made_by in texts:
        change = store.replace(
            document, chunks, made_by=made_by, origin=origin.name, allow_older=True
        )
        done[change.status] += 1
    late = [address for address in origin.taken_back(texts.unread) if address not in back]
    _delete(store, [*late, *gone])
    return done, back + late


def _store_together(
    store: ChunkStore, texts: Texts, gone: list[Address], faults: list[str]
) -> tuple[Counter[str], list[Address]]:
    """Do the same in one transaction; raises InvalidValue unless every text can be stored."""

    def whole() -> Iterator[tuple[Document, list[Chunk], str]]:
        yield from texts
        if bad := [*faults, *texts.unread.values()]:
            raise InvalidValue(
                f"--together is all or nothing, and nothing was stored: {name_some(bad)}"
            )

    origin = texts.origin
    if origin.has_unlisted():
        texts.note_all()
    back = origin.taken_back()
    changes = store.replace_all(
        whole(), origin=origin.name, delete=[*back, *gone], allow_older=True
    )
    return Counter(change.status for change in changes), back


def _delete(store: ChunkStore, addresses: Iterable[Address]) -> None:
    for address in addresses:
        store.delete(*address)


def _refusal(other: str, held: Sequence[Address]) -> str:
    """Say whose the names are, and the three ways on."""
    return (
        f"{name_sources(held)}: stored from {_place(other)}; --take-over replaces that, --prefix "
        f"NAME/ keeps both, and --origin says that this is the same place, moved"
    )


def _place(origin: str) -> str:
    return origin or "a place that it does not know"


def _may_be_there(path: Path) -> bool:
    """Whether a file is there, or cannot be seen: then nothing says that it is gone."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _show_progress(done: int, total: int) -> None:
    """Show how far it is; a log gets no more than ten lines."""
    tenth = done and done % (total // 10 + 1) == 0
    line = f"{done:,} of {total:,} documents"
    show_progress(line, last=done == total, elsewhere=bool(done == total or tenth))
