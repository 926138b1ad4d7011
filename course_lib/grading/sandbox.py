"""How far a worker process is shut in: bubblewrap, unshare, or plain limits, best first.

* bubblewrap and unshare: no network, no privileges; of the disk the worker sees the Python that it
  runs on, the samples and `course_lib`, all read-only, and nothing of the exercises; it writes to a
  temporary folder in memory that is gone afterwards.
* limits: time, memory and file size are limited. Network and disk are open.
"""

from __future__ import annotations

import ctypes
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from course_lib.places import COURSE, EXERCISES

_POSTPONED = "from __future__ import annotations\n"
ISOLATIONS = ("bubblewrap", "unshare", "limits")

#: What a Python needs to start: libraries, and what the dynamic linker reads.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives")
SECRET = (EXERCISES, COURSE / ".git", COURSE / "tests")  # where COURSE itself must be shown
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
MOST_WRITTEN = 1 << 26  # bytes of all files together
A_MOMENT = 0.01  # seconds
MORE_PROCESSES = 64  # than the user has
ALONE = "COURSE_LIB_GRADES_ALONE"  # set for a kernel that does nothing but grade
PR_SET_CHILD_SUBREAPER = 36  # of Linux: orphans of our children become our own

LIMITS = {
    resource.RLIMIT_AS: 1 << 30,  # bytes of memory
    resource.RLIMIT_FSIZE: 1 << 24,  # bytes of one file
    resource.RLIMIT_CPU: 60,  # seconds
    resource.RLIMIT_CORE: 0,
}


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A way to start workers; `covered` are files and folders that no worker may see."""

    isolation: str
    covered: Sequence[Path] = ()

    def start(self) -> WorkerProcess:
        """Start a worker in an empty temporary folder."""
        return WorkerProcess(self)

    def command(self, folder: str) -> list[str]:
        """The command line of a worker that may write to this folder only."""
        python = [sys.executable, "-I", "-B", "-X", "utf8", "-c", _worker_code()]
        if self.isolation == "bubblewrap":
            return [_program("bwrap"), *self._bubblewrap_options(folder), "--", *python]
        if self.isolation == "unshare":
            options = ["--user", "--map-root-user", "--net", "--ipc", "--mount", "--pid"]
            options += ["--fork", "--kill-child"]
            return [_program("unshare"), *options, "sh", "-ec", self._mounts(folder), "sh", *python]
        return python

    def _view(self) -> list[tuple[Path, bool]]:
        """What is shown (True) and hidden of the disk, outermost first: what lies deeper wins."""
        python = Path(sys.executable)
        prefixes = {Path(sys.prefix), Path(sys.base_prefix)}
        prefixes |= {python.parent.parent, python.resolve().parent.parent}
        shown = {*map(Path, SYSTEM), *prefixes, COURSE / "course_lib", COURSE / "samples"}
        hidden = {
            path
            for path in (COURSE, *SECRET, *(path.resolve() for path in self.covered))
            if path not in shown and any(path.is_relative_to(place) for place in shown)
        }
        view = [*((path, True) for path in shown), *((path, False) for path in hidden)]
        return sorted(
            ((path, seen) for path, seen in view if path.exists()),
            key=lambda pair: (len(pair[0].parts), not pair[1], pair[0]),
        )

    def _bubblewrap_options(self, folder: str) -> list[str]:
        options = ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
        read_only = ["/", "/dev", "/proc"]  # /proc holds switches that root could turn
        for path, seen in self._view():
            place = str(path)
            if seen:
                options += ["--ro-bind", place, place]
            elif path.is_dir():
                options += ["--tmpfs", place]
                read_only.append(place)
            else:
                options += ["--ro-bind", os.devnull, place]
        options += ["--proc", "/proc", "--dev", "/dev"]
        options += ["--size", str(MOST_WRITTEN), "--tmpfs", folder, "--chdir", folder]
        return [*options, *(word for place in read_only for word in ("--remount-ro", place))]

    def _mounts(self, folder: str) -> str:
        """A shell script: build the same view, move into it, drop all privileges, be the worker."""
        home = shlex.quote(folder)
        memory = f"mount -t tmpfs -o size={MOST_WRITTEN},mode=755 none"
        lines = [f"{memory} {home}", f"cd {home}", "mkdir proc .old", "mount -t proc proc proc"]
        for path, seen in (*self._view(), *((Path(device), True) for device in DEVICES)):
            place = shlex.quote(f".{path}")
            if path.is_dir():
                mount = f"mount --rbind {shlex.quote(str(path))}" if seen else memory
                lines += [f"mkdir -p {place}", f"{mount} {place}"]
            else:
                parent = shlex.quote(f".{path.parent}")
                source = shlex.quote(str(path)) if seen else os.devnull
                lines += [f"mkdir -p {parent}", f"[ -e {place} ] || : >{place}"]
                lines += [f"mount --bind {source} {place}"]
        lines += [
            "while read -r _ place _; do",
            f"  case $place in {home}/*) ",
            '    mount -o remount,bind,ro "$(printf %b "$place")";;',
            "  esac",
            "done <proc/self/mounts",
            f"mkdir -p .{home}",
            f"{memory} .{home}",
            "pivot_root . .old",
            "umount -l /.old",
            "mount -o remount,bind,ro /",
            f"cd {home}",
            'exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"',
        ]
        return "\n".join(lines)


class WorkerProcess:
    """A running worker; `end` stops it and whatever it started.

    Requests go to its `stdin`, and replies come from its `stdout`.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._folder = TemporaryDirectory(prefix="answer-", ignore_cleanup_errors=True)
        self._shut_in = sandbox.isolation != "limits"  # then the kernel ends what it started
        try:
            self._process = subprocess.Popen(
                sandbox.command(self._folder.name),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder.name,
                env={
                    "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
                    "LANG": "C.UTF-8",
                    "HOME": self._folder.name,
                    "TMPDIR": self._folder.name,
                },
                start_new_session=True,
                preexec_fn=_limit,
            )
        except OSError:
            self._folder.cleanup()
            raise
        assert self._process.stdin
        assert self._process.stdout
        self.stdin: IO[bytes] = self._process.stdin
        self.stdout: IO[bytes] = self._process.stdout

    def end(self) -> None:
        """Kill the worker and all that it started, and remove its folder."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for _ in range(2):  # what is just becoming another program has no environment to be seen
            for pid in _processes_at_home_in(self._folder.name):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            if self._shut_in:
                break
            time.sleep(A_MOMENT)
        if os.environ.get(ALONE):
            _end_orphans()
        for stream in (self.stdin, self.stdout):
            with suppress(OSError):  # the worker is gone, with a request half written
                stream.close()
        self._folder.cleanup()


def adopt_orphans() -> None:
    """Become the parent of what workers leave behind, whatever it did to be forgotten.

    For a process that has no children but workers, one at a time: `end` then ends all of them.
    Only Linux can do this; elsewhere a process in a session of its own may live on.
    """
    if os.environ.get(ALONE):
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _end_orphans() -> None:
    """Kill every child, until there is none: each one's children become ours in turn."""
    while children := _children_of(os.getpid()):
        for pid in children:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        for pid in children:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _children_of(parent: int) -> list[int]:
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            pid, _, rest = place.read_text("utf-8", "replace").partition(" ")
            if int(rest.rpartition(")")[2].split()[1]) == parent:
                found.append(int(pid))
    return found


def best_isolation() -> str:
    """The strongest isolation that works here."""
    return next(name for name in ISOLATIONS if works(name))


@cache
def works(isolation: str) -> bool:
    """Try an isolation once: does a worker start in it and answer?"""
    try:
        process = Sandbox(isolation).start()
    except OSError:  # the program is not there
        return False
    try:
        process.stdin.write(b'{"setup": [], "source": ""}\n')
        process.stdin.flush()
        return process.stdout.readline() == b'{"value": null}\n'
    except OSError:
        return False
    finally:
        process.end()


def _program(name: str) -> str:
    return shutil.which(name) or name


def _worker_code() -> str:
    """The worker's own text: in a sandbox its files are not there to be read."""
    served, worker = (
        Path(__file__).with_name(name).read_text("utf-8") for name in ("served.py", "worker.py")
    )
    served = served.replace(_POSTPONED, "")
    worker = re.sub("from course_lib.grading.served import .*\n", "", worker)
    return f"{_POSTPONED}import sys; sys.path.insert(0, {str(COURSE)!r})\n{served}\n{worker}"


def _processes_of_user() -> int:
    """How many processes and threads the user has; those count against the limit."""
    count = 0
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if place.stat().st_uid == os.getuid():
                count += sum(1 for _ in (place / "task").iterdir())
    return count


def _limit() -> None:
    limits = {**LIMITS, resource.RLIMIT_NPROC: _processes_of_user() + MORE_PROCESSES}
    for limit, most in limits.items():
        _, ceiling = resource.getrlimit(limit)
        least = most if ceiling == resource.RLIM_INFINITY else min(most, ceiling)
        with suppress(ValueError, OSError):  # macOS knows no limit of memory
            resource.setrlimit(limit, (least, least))


def _processes_at_home_in(folder: str) -> list[int]:
    """Processes that left the worker's group, told by the environment that they inherited."""
    mark, found = f"HOME={folder}".encode(), []
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in place.read_bytes().split(b"\0"):
                found.append(int(place.parent.name))
    return found
