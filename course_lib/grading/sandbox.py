"""How far a worker process is shut in: bubblewrap, unshare, or plain limits, best first.

* bubblewrap: no network; of the disk it sees the Python it runs on, and `course_lib` without the
  grader; it writes to a temporary folder in memory that is gone afterwards.
* unshare: no network; the disk is read-only but for a temporary folder, and what holds checks,
  solutions and submissions is covered by empty folders and files.
* limits: time, memory and file size are limited. Network and disk are open.
"""

from __future__ import annotations

import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from course_lib.grading.places import COURSE, EXERCISES

GRADER = Path(__file__).parent
ISOLATIONS = ("bubblewrap", "unshare", "limits")

#: What a Python needs to start: libraries, and what the dynamic linker reads.
SYSTEM = ("/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives")
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
            return ["bwrap", *self._bubblewrap_options(), "--", *python]
        if self.isolation == "unshare":
            namespaces = ["--user", "--map-root-user", "--net", "--ipc", "--mount", "--pid"]
            process = ["--fork", "--kill-child", "--mount-proc"]
            return [
                "unshare",
                *namespaces,
                *process,
                "sh",
                "-c",
                self._mounts(folder),
                "sh",
                *python,
            ]
        return python

    def _bubblewrap_options(self) -> list[str]:
        interpreter = Path(sys.executable)
        pythons = {sys.prefix, sys.base_prefix, str(interpreter.parent.parent)}
        pythons.add(str(interpreter.resolve().parent.parent))
        options = ["--unshare-all", "--die-with-parent", "--new-session"]
        options += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/tmp"]
        for path in (*SYSTEM, *sorted(pythons), str(COURSE / "course_lib")):
            options += ["--ro-bind-try", path, path]
        return [*options, "--tmpfs", str(GRADER)]

    def _mounts(self, folder: str) -> str:
        """A shell script: cover what is secret, make the rest read-only, become the worker."""
        lines = [f"mount --bind {shlex.quote(folder)} {shlex.quote(folder)} || exit 1"]
        for path in (GRADER, EXERCISES, COURSE / ".git", *self.covered):
            place = shlex.quote(str(path.resolve()))
            cover = "-t tmpfs none" if path.is_dir() else "--bind /dev/null"
            lines += [f"mount {cover} {place} || exit 1"] if path.exists() else []
        lines += [
            "while read -r _ place _; do",
            f'  [ "$place" = {shlex.quote(folder)} ] ||',
            '  mount -o remount,bind,ro "$place" 2>/dev/null',
            "done </proc/self/mounts",
            f"cd {shlex.quote(folder)}",
            'exec "$@"',
        ]
        return "\n".join(lines)


class WorkerProcess:
    """A running worker; `end` stops it and whatever it started."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._folder = TemporaryDirectory(prefix="answer-", ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            sandbox.command(self._folder.name),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": self._folder.name},
            start_new_session=True,
            preexec_fn=_limit,
        )

    @property
    def stdin(self) -> IO[bytes]:
        """Where requests go."""
        assert self._process.stdin
        return self._process.stdin

    @property
    def stdout(self) -> IO[bytes]:
        """Where replies come from."""
        assert self._process.stdout
        return self._process.stdout

    def end(self) -> None:
        """Kill the worker and all that it started, and remove its folder."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pid in _processes_at_home_in(self._folder.name):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        for stream in (self.stdin, self.stdout):
            with suppress(OSError):  # the worker is gone, with a request half written
                stream.close()
        self._folder.cleanup()


def best_isolation() -> str:
    """The strongest isolation that works here."""
    return next(name for name in ISOLATIONS if works(name))


@cache
def works(isolation: str) -> bool:
    """Try an isolation once: does a worker start in it and answer?"""
    program = {"bubblewrap": "bwrap", "unshare": "unshare"}.get(isolation)
    if program and shutil.which(program) is None:
        return False
    process = Sandbox(isolation).start()
    try:
        process.stdin.write(b'{"setup": [], "source": ""}\n')
        process.stdin.flush()
        return process.stdout.readline() == b'{"value": null}\n'
    except OSError:
        return False
    finally:
        process.end()


def _worker_code() -> str:
    """The worker's own text: in a sandbox its file is not there to be read."""
    text = Path(__file__).with_name("worker.py").read_text(encoding="utf-8")
    lines = text.replace("from __future__ import annotations\n", "")
    return f"import sys; sys.path.insert(0, {str(COURSE)!r})\n{lines}"


def _limit() -> None:
    for limit, most in LIMITS.items():
        resource.setrlimit(limit, (most, most))


def _processes_at_home_in(folder: str) -> list[int]:
    """Processes that left the worker's group, told by the environment that they inherited."""
    mark, found = f"HOME={folder}".encode(), []
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in place.read_bytes().split(b"\0"):
                found.append(int(place.parent.name))
    return found
