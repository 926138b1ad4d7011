"""What a class handed in: every file of a folder or a zip is named, with its student.

A file's student is the first folder below the one that is graded, or else the file's own name. A
zip in a folder stands for a folder of its name; one that is named itself is the class's. Hidden
files, and what systems put beside files, are no work.
"""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from course_lib.grading.answers import one_line
from course_lib.grading.notebook import MOST_BYTES

MOST_FILES = 1_000  # in one zip
MOST_UNPACKED = 20 * MOST_BYTES  # of one zip
_NO_WORK = {"__MACOSX", "Thumbs.db", "desktop.ini"}


@dataclass(frozen=True, slots=True)
class HandedIn:
    """One file: where it lies, what the teacher knows it by, whose it is, and why it is refused."""

    path: Path
    name: str
    student: str
    refused: str = ""


def collect(paths: Sequence[Path], unpacked: Path) -> list[HandedIn]:
    """Return every file that files, folders and zips hold, in order; zips are opened into a folder.

    What is no notebook, and what a zip must not hold, is in the list with the reason.
    """
    found: list[HandedIn] = []
    for path in paths:
        if path.is_dir():
            found += _in_folder(path, unpacked)
        elif _is_zip(path.name):
            found += _in_zip(path, path.name, "", unpacked)
        else:
            found += _of_file(path, path.name, unpacked)
    return found


def _in_folder(folder: Path, unpacked: Path) -> Iterator[HandedIn]:
    refused: list[HandedIn] = []

    def note(error: OSError) -> None:
        name = _relative(Path(error.filename), folder)
        refused.append(HandedIn(Path(error.filename), name, _student_of(name), str(error.strerror)))

    for parent, folders, files in os.walk(folder, onerror=note):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        for name in sorted(files):
            if not _is_hidden(name):
                path = Path(parent, name)
                yield from _of_file(path, _relative(path, folder), unpacked)
    yield from refused


def _of_file(path: Path, name: str, unpacked: Path) -> Iterator[HandedIn]:
    if _is_zip(path.name):
        yield from _in_zip(path, name, f"{name}/", unpacked)
    else:
        yield HandedIn(path, name, _student_of(name), _why_no_notebook(path.name))


def _in_zip(path: Path, name: str, before: str, unpacked: Path) -> Iterator[HandedIn]:
    """Yield what a zip holds; only whole notebooks of an ordinary size are written to the disk.

    `before` is what stands before the path in the zip where its student is looked for.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = [one for one in archive.infolist() if not _is_no_work(one)]
            if len(members) > MOST_FILES:
                why = f"a zip of {len(members):,} files, more than {MOST_FILES:,}"
                yield HandedIn(path, name, _student_of(name), why)
                return
            left = MOST_UNPACKED
            for number, member in enumerate(members):
                inside = f"{name}/{member.filename}"
                refused = _why_refused(member) or _why_no_notebook(member.filename)
                target = unpacked / f"{sum(1 for _ in unpacked.iterdir()):05}-{number}.ipynb"
                if not refused:
                    refused = _write_member(archive, member, target, left)
                    left -= target.stat().st_size if target.exists() else 0
                whose = _student_of(f"{before}{member.filename}")
                yield HandedIn(target, inside, whose, refused)
            if not members:
                yield HandedIn(path, name, _student_of(name), "an empty zip")
    except Exception as error:  # a damaged zip can fail in any way that its formats know
        why = f"no zip that can be opened ({one_line(error, 80)})"
        yield HandedIn(path, name, _student_of(name), why)


def _write_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path, left: int
) -> str:
    """Write a notebook out of a zip, and no more than it may have; the reason if that fails."""
    try:
        with archive.open(member) as packed:
            data = packed.read(MOST_BYTES + 1)
    except Exception as error:  # as above: zlib and lzma have errors of their own
        return f"it cannot be unpacked ({one_line(error, 80)})"
    if len(data) > MOST_BYTES:
        return f"more than {MOST_BYTES:,} bytes: clear the outputs"
    if len(data) > left:
        return f"its zip holds more than {MOST_UNPACKED:,} bytes"
    target.write_bytes(data)
    return ""


def _why_refused(member: zipfile.ZipInfo) -> str:
    if stat.S_ISLNK(member.external_attr >> 16):
        return "a link inside a zip"
    place = PurePosixPath(member.filename.replace("\\", "/"))
    if place.is_absolute() or ".." in place.parts or ":" in member.filename:
        return "a path that leads out of its zip"
    if member.flag_bits & 1:
        return "a zip with a password"
    return ""


def _why_no_notebook(name: str) -> str:
    suffix = Path(name).suffix.lower()
    if suffix == ".ipynb":
        return ""
    if _is_zip(name):
        return "a zip inside a zip: unpack it"
    what = f"a {one_line(suffix, 20)} file" if suffix else "a file without .ipynb at its end"
    return f"{what}: hand in the notebook itself"


def _is_no_work(member: zipfile.ZipInfo) -> bool:
    parts = PurePosixPath(member.filename.replace("\\", "/")).parts
    return member.is_dir() or any(map(_is_hidden, parts))


def _is_hidden(name: str) -> bool:
    return (name.startswith(".") and name != "..") or name in _NO_WORK


def _relative(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _student_of(name: str) -> str:
    """The first folder of a path, or the file's own name without its suffix."""
    parts = PurePosixPath(name).parts or (name,)
    return Path(parts[0]).stem if len(parts) == 1 or _is_zip(parts[0]) else parts[0]


def _is_zip(name: str) -> bool:
    return name.lower().endswith(".zip")
