"""The texts of a folder, with the labels that its manifest or its reader gives them.

One rule holds wherever a folder is read:

* A text is a file of the folder or of a folder in it. A link to a file inside is a text, too.
* *Passed over* are what is hidden (its name begins with a full stop), every manifest.toml, and the
  files that the command itself uses. With a manifest, so is all that it does not list.
* A *fault* is what cannot be used: a link that leads outside, to a folder or nowhere; a folder or a
  file that cannot be read; what is neither; a name or a time that no document can have.

Nothing is left out in silence: whatever is no text is named, with the reason.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from course_lib.conversion import read_document
from course_lib.document import Document, read_text
from course_lib.errors import InvalidType, InvalidValue
from course_lib.guardrails import Guardrails, Scope

MANIFEST = "manifest.toml"
_REQUIRED = ("file", "source_id", "tenant", "environment", "doc_type", "acl_roles", "updated_at")


@dataclass(frozen=True, slots=True)
class Entry:
    """One file and the labels that its document is to carry."""

    path: Path
    guardrails: Guardrails
    listed: Mapping[str, Any] = field(default_factory=dict)  # all that the manifest says of it

    @property
    def address(self) -> tuple[Scope, str]:
        """Where a store keeps it."""
        return self.guardrails.scope, self.guardrails.source_id

    def read(self) -> Document:
        """Read the file, converted if it is no plain text; raises what `read_document` raises."""
        return read_document(self.path, self.guardrails)


@dataclass(frozen=True, slots=True)
class Listing:
    """What a folder holds: its texts, what cannot be used, and what is passed over, in words."""

    entries: list[Entry] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)


def list_folder(folder: Path, labels: Guardrails, in_use: Iterable[Path] = ()) -> Listing:
    """List the texts of a folder, all with the same labels.

    A text's source_id is its path in the folder, its updated_at the time when it was last written.
    The files `in_use` are those of the reader itself. Raises InvalidValue for what is no folder.
    """
    listing = Listing()
    reserved = {Path(os.path.realpath(path)) for path in in_use}
    for path in _walk(folder, listing.faults):
        name = path.relative_to(folder).as_posix()
        target = Path(os.path.realpath(path))
        if path.name.startswith("."):
            listing.passed_over.append(f"{name} (hidden)")
        elif MANIFEST in (path.name, target.name):
            listing.passed_over.append(f"{name} (a manifest)")
        elif target in reserved:
            listing.passed_over.append(f"{name} (in use)")
        else:
            try:
                _require_file(folder, path)
                own = labels.revised(source_id=name, updated_at=_last_written(path))
            except (OSError, InvalidValue) as error:
                listing.faults.append(describe_fault(path, error))
            else:
                listing.entries.append(Entry(path, own))
    return listing


def list_manifest(folder: Path) -> Listing:
    """List the texts that a folder's manifest names; what else is there is passed over.

    Raises what `read_manifest` raises, and InvalidValue for what is no folder.
    """
    listing = Listing()
    found = _walk(folder, listing.passed_over)
    listing.entries.extend(read_manifest(folder))
    known = {os.path.normpath(entry.path) for entry in listing.entries}
    for path in found:
        name = path.relative_to(folder).as_posix()
        if os.path.normpath(path) not in known and name != MANIFEST:
            listing.passed_over.append(f"{name} (not in the manifest)")
    return listing


def read_manifest(folder: Path) -> list[Entry]:
    """Return the entries of a folder's manifest; the files themselves may be missing.

    Raises FileNotFoundError without a manifest, and InvalidValue that says which entry is at fault.
    """
    path = folder / MANIFEST
    try:
        tables = tomllib.loads(read_text(path)).get("document", [])
    except tomllib.TOMLDecodeError as error:
        raise InvalidValue(f"{path} is no TOML: {error}") from None
    except RecursionError:
        raise InvalidValue(f"{path} is nested too deep to be read") from None
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise InvalidValue(f"{path}: each document is a [[document]] of its own")
    entries: dict[tuple[Scope, str], Entry] = {}
    for number, table in enumerate(tables, 1):
        try:
            entry = _entry(folder, table)
            if entry.address in entries:
                raise InvalidValue(f"{entry.guardrails.source_id} is listed twice in its scope")
        except (ValueError, TypeError) as error:
            name = table.get("file", "no file")
            raise InvalidValue(f"{path}, document {number} ({name}): {error}") from None
        entries[entry.address] = entry
    return list(entries.values())


def read_entries(listing: Listing) -> list[Document]:
    """Read all texts of a listing; one that cannot be read becomes a fault of it."""
    documents = []
    for entry in listing.entries:
        try:
            documents.append(entry.read())
        except (OSError, InvalidValue) as error:
            listing.faults.append(describe_fault(entry.path, error))
    return documents


def describe_fault(path: Path, error: Exception) -> str:
    """Say in one line which file cannot be used, and why.

    >>> describe_fault(Path("note.txt"), PermissionError(13, "Permission denied"))
    'note.txt: Permission denied'
    """
    reason = str(error.strerror or error if isinstance(error, OSError) else error)
    return reason if reason.startswith(str(path)) else f"{path}: {reason}"


def _walk(folder: Path, faults: list[str]) -> list[Path]:
    """Return all files below a folder, with hidden folders and links to folders unopened."""
    if not folder.is_dir():
        raise InvalidValue(f"{folder} is not a folder: name the one that holds the texts")
    found: list[Path] = []

    def add_fault(error: OSError) -> None:
        faults.append(describe_fault(Path(error.filename), error))

    for parent, names, files in os.walk(folder, onerror=add_fault):
        folders = [Path(parent, name) for name in names]
        closed = [path for path in folders if path.name.startswith(".") or path.is_symlink()]
        names[:] = [path.name for path in folders if path not in closed]
        found += [*closed, *(Path(parent, name) for name in files)]
    return sorted(found)


def _entry(folder: Path, table: dict[str, Any]) -> Entry:
    missing = [name for name in _REQUIRED if name not in table]
    if missing:
        raise InvalidValue(f"it lacks {', '.join(missing)}")
    name = table["file"]
    if not isinstance(name, str) or "\0" in name:
        raise InvalidType(f"file must be the name of a file, got {name!r}")
    path = folder / name
    _require_inside(folder, path)
    if path.name == MANIFEST:
        raise InvalidValue("a manifest is no text: leave it out")
    guardrails = Guardrails(
        source_id=table["source_id"],
        scope=Scope(table["tenant"], table["environment"]),
        doc_type=table["doc_type"],
        acl_roles=table["acl_roles"],
        updated_at=table["updated_at"],
        metadata=table.get("metadata", {}),
    )
    return Entry(path, guardrails, table)


def _require_inside(folder: Path, path: Path) -> None:
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise InvalidValue(f"the file lies outside of the folder {folder}")


def _require_file(folder: Path, path: Path) -> None:
    """Raise unless a path that was found can be a text."""
    _require_inside(folder, path)
    if path.is_symlink() and not path.exists():
        raise InvalidValue("the link leads nowhere")
    if path.is_dir():
        raise InvalidValue("a link to a folder is not followed: list that folder itself")
    if not path.is_file():
        raise InvalidValue("it is neither a file nor a folder")
    try:
        path.relative_to(folder).as_posix().encode()
    except UnicodeEncodeError:
        raise InvalidValue("its name is not UTF-8: rename it") from None


def _last_written(path: Path) -> datetime:
    seconds = path.stat().st_mtime
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        raise InvalidValue(f"its time {seconds:.0f} is no date: touch the file") from None
