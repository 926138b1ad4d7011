"""The command `index`: keep a store in step with a folder."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course_lib.chunkers import AnyChunker
from course_lib.commands.options import (
    NAMES,
    add_sizes,
    make_chunker,
    name_some,
    show_progress,
    warn,
    warn_of_passed_over,
)
from course_lib.document import Document
from course_lib.errors import CourseError, InvalidValue
from course_lib.files import MANIFEST, Entry, Listing, describe_fault, list_folder, list_manifest
from course_lib.guardrails import OWN, Scope
from course_lib.store import ChunkStore, StoredSource, StoreError

Address = tuple[Scope, str]
Stored = Mapping[Address, StoredSource]


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "index",
        help="store the texts of a folder, as far as they have changed",
        description="Store the texts of a folder. Their labels stand in its manifest.toml, or are "
        "given here, the same for all. Run it again after an edit or an interrupt: only what "
        "changed is written. Exit status: 0 all stored, 1 a file could not be used, 2 unusable "
        "input.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--db", required=True, type=Path, metavar="FILE", help="the store")
    parser.add_argument("--tenant", metavar="NAME", help="whose the texts are")
    parser.add_argument("--environment", metavar="NAME", help="which copy of the world they are of")
    parser.add_argument("--roles", metavar="A,B", help="the roles that may read them")
    parser.add_argument("--doc-type", metavar="KIND", help="their kind (default: document)")
    parser.add_argument(
        "--chunker", choices=NAMES, help="(default: markdown for .md, paragraph for the rest)"
    )
    add_sizes(parser)
    parser.add_argument(
        "--prune", action="store_true", help="delete what was stored from here and is gone"
    )
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Store what changed and say what was done; 1 when a file could not be used."""
    plan = _plan(options)
    faults = plan.listing.faults
    there = {entry.address for entry in plan.listing.entries if _may_be_there(entry.path)}
    if not there:
        first = f" ({faults[0]})" if faults else ""
        raise InvalidValue(
            f"{options.folder} holds no text{first}: nothing was stored, nothing deleted"
        )
    choose = _chooser(options)
    with ChunkStore(options.db) as store:
        stored = {(source.scope, source.source_id): source for source in store.inventory()}
        unread: list[str] = []
        try:
            done = _store_all(store, plan, stored, choose, unread)
        except KeyboardInterrupt:
            print(file=sys.stderr)  # below the line that shows how far it is
            warn("interrupted: what is stored stays; run it again to continue")
            return 130
        print(
            f"{done['inserted']:,} inserted, {done['replaced']:,} replaced, "
            f"{done['unchanged']:,} unchanged; {done['chunks']:,} chunks"
        )
        gone = [address for address in plan.known(stored) if address not in there]
        if gone and options.prune and faults:  # what was not seen may still be there
            warn("nothing deleted: --prune needs a folder that can be used whole")
        elif gone:
            print(_settle(store, gone, options.prune))
    warn_of_passed_over(plan.listing.passed_over)
    for fault in (*faults, *unread):
        warn(f"not stored: {fault}")
    return 1 if faults or unread else 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be stored, and where it comes from."""

    origin: Path
    scope: Scope | None  # the only one, when the labels are the same for all
    listing: Listing

    def made_by(self, chunker: AnyChunker) -> str:
        """Describe for the store what made the chunks, and of what."""
        return f"{chunker!r} of {self.origin}"

    def known(self, stored: Stored) -> Iterator[Address]:
        """What was stored from here before."""
        for address, source in stored.items():
            _, _, origin = source.made_by.partition(" of ")  # no chunker's repr holds an " of "
            if origin == str(self.origin) and self.scope in (None, address[0]):
                yield address


def _plan(options: Namespace) -> Plan:
    folder = options.folder.resolve()
    given = {name: getattr(options, name) for name in ("tenant", "environment", "roles")}
    missing = [f"--{name}" for name, value in given.items() if value is None]
    if not missing:
        labels = OWN.revised(
            scope=Scope(options.tenant, options.environment),
            doc_type=options.doc_type or "document",
            acl_roles=options.roles.split(","),
        )
        in_use = [Path(f"{options.db}{end}") for end in ("", "-wal", "-shm", "-journal")]
        return Plan(folder, labels.scope, list_folder(folder, labels, in_use))
    if len(missing) < len(given):
        raise InvalidValue(f"labels for all need {', '.join(missing)} too")
    if options.doc_type:
        raise InvalidValue("--doc-type goes with --tenant, --environment and --roles")
    if folder.is_dir() and not (folder / MANIFEST).is_file():
        raise InvalidValue(
            f"{folder} has no {MANIFEST}: write one, or give labels for all with "
            "--tenant, --environment and --roles"
        )
    return Plan(folder / MANIFEST, None, list_manifest(folder))


def _chooser(options: Namespace) -> Callable[[Path], AnyChunker]:
    """Return what chooses a file's chunker; raises InvalidValue for sizes that none can have."""
    names = [options.chunker] * 2 if options.chunker else ["markdown", "paragraph"]
    markdown, other = (make_chunker(name, options.size, options.overlap) for name in names)
    return lambda path: markdown if path.suffix.lower() == ".md" else other


def _store_all(
    store: ChunkStore,
    plan: Plan,
    stored: Stored,
    choose: Callable[[Path], AnyChunker],
    unread: list[str],
) -> Counter[str]:
    """Store every text that can be read; count what was done, and note what could not be."""
    counts: Counter[str] = Counter()
    entries = plan.listing.entries
    for done, entry in enumerate(entries):
        _show_progress(done, len(entries))
        try:
            document = _read(entry, plan, stored.get(entry.address))
            chunker = choose(entry.path)
            chunks = chunker.split(document)
            change = store.replace(document, chunks, made_by=plan.made_by(chunker))
        except StoreError:  # the store's trouble, and not this file's
            raise
        except (OSError, CourseError, RecursionError) as error:
            unread.append(describe_fault(entry.path, error))
        else:
            counts[change.status] += 1
            counts["chunks"] += len(chunks)
    _show_progress(len(entries), len(entries))
    return counts


def _may_be_there(path: Path) -> bool:
    """Whether a file is there, or cannot be seen: then nothing says that it is gone."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _read(entry: Entry, plan: Plan, source: StoredSource | None) -> Document:
    """Read a file; one that was only touched keeps the time that it is stored with."""
    document = entry.read()
    if plan.scope and source and source.doc_id == document.doc_id:
        return document.revised(updated_at=source.updated_at)
    return document


def _settle(store: ChunkStore, gone: list[Address], prune: bool) -> str:
    """Delete what is gone from the folder, if that is asked, and say what became of it."""
    names = name_some([f"{source_id} in {scope}" for scope, source_id in gone])
    if not prune:
        return f"{len(gone):,} gone from the folder and still stored (--prune deletes): {names}"
    chunks = sum(store.delete(scope, source_id) for scope, source_id in gone)
    return f"{len(gone):,} deleted with {chunks:,} chunks, gone from the folder: {names}"


def _show_progress(done: int, total: int) -> None:
    """Show how far it is; a log gets no more than ten lines."""
    tenth = done and done % (total // 10 + 1) == 0
    line = f"{done:,} of {total:,} documents"
    show_progress(line, last=done == total, elsewhere=bool(done == total or tenth))
