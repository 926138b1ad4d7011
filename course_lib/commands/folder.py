"""What a folder holds for the store: each text with its labels, from a manifest or all alike."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from course_lib.document import Document, files_within, read_text
from course_lib.guardrails import Guardrails, Scope, require_name, role_names

MANIFEST = "manifest.toml"
_REQUIRED = ("file", "source_id", "tenant", "environment", "doc_type", "acl_roles", "updated_at")


@dataclass(frozen=True, slots=True)
class Entry:
    """One file that is to be stored, and the labels that it is to carry."""

    path: Path
    guardrails: Guardrails

    @property
    def address(self) -> tuple[Scope, str]:
        """Where the store keeps it."""
        return self.guardrails.scope, self.guardrails.source_id

    def read(self) -> Document:
        """Read the file; raises OSError, or InvalidText with the byte's position."""
        return Document.from_file(self.path, self.guardrails)


def manifest_entries(folder: Path) -> list[Entry]:
    """Return what the folder's manifest.toml lists; the files themselves may be missing.

    Raises FileNotFoundError without a manifest, and ValueError that says which entry is at fault.
    """
    path = folder / MANIFEST
    try:
        listed = tomllib.loads(read_text(path)).get("document", [])
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is no TOML: {error}") from None
    except RecursionError:
        raise ValueError(f"{path} is nested too deep to be read") from None
    if not isinstance(listed, list) or not all(isinstance(raw, dict) for raw in listed):
        raise ValueError(f"{path}: each document is a [[document]] of its own")
    entries: dict[tuple[Scope, str], Entry] = {}
    for number, raw in enumerate(listed, 1):
        try:
            entry = _entry(folder, raw)
            if entry.address in entries:
                raise ValueError(f"{entry.guardrails.source_id} is listed twice in its scope")
        except (ValueError, TypeError) as error:
            name = raw.get("file", "no file")
            raise ValueError(f"{path}, document {number} ({name}): {error}") from None
        entries[entry.address] = entry
    return list(entries.values())


def file_entries(
    folder: Path, scope: Scope, doc_type: str, roles: Iterable[str], besides: Iterable[Path] = ()
) -> tuple[list[Entry], list[str]]:
    """Return all files of a folder under one set of labels, and remarks on what cannot be used.

    A file's source_id is its path in the folder, its updated_at the time it was last written.
    Hidden files, the manifest and the files `besides` are passed over. A remark is on a folder that
    cannot be read, a file that lies elsewhere, or a name or a time that no document could have.
    Raises ValueError or TypeError for roles or a kind that no document could have.
    """
    require_name("doc_type", doc_type, "name the kind, for example 'claim'")
    allowed = role_names("acl_roles", roles)
    passed_over = {path.resolve() for path in (*besides, folder / MANIFEST)}
    entries = []
    paths, remarks = files_within(folder)
    for path in paths:
        name = path.relative_to(folder).as_posix()
        try:
            if not path.is_file() or path.resolve() in passed_over:
                continue
            _require_within(folder, path)
            labels = Guardrails(name, scope, doc_type, allowed, _last_written(path))
        except OSError as error:
            remarks.append(f"{path}: {error.strerror or error}")
        except ValueError as error:
            remarks.append(f"{path}: {error}")
        else:
            entries.append(Entry(path, labels))
    return entries, remarks


def _entry(folder: Path, raw: dict[str, Any]) -> Entry:
    missing = [name for name in _REQUIRED if name not in raw]
    if missing:
        raise ValueError(f"it lacks {', '.join(missing)}")
    if not isinstance(raw["file"], str):
        raise TypeError(f"file must be a str, got {raw['file']!r}")
    path = folder / raw["file"]
    _require_within(folder, path)
    labels = Guardrails(
        raw["source_id"],
        Scope(raw["tenant"], raw["environment"]),
        raw["doc_type"],
        raw["acl_roles"],
        raw["updated_at"],
        raw.get("metadata", {}),
    )
    return Entry(path, labels)


def _require_within(folder: Path, path: Path) -> None:
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"the file lies outside of the folder {folder}")


def _last_written(path: Path) -> datetime:
    seconds = path.stat().st_mtime
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        raise ValueError(f"its time {seconds:.0f} is no date: touch the file") from None
