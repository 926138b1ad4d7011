"""Where a check gets the learner's answers from: the notebook it stands in, or a worker process.

Both give plain data or raise NotYet with a hint, so that a check neither knows nor cares.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import selectors
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import IO, TYPE_CHECKING, Any

from course_lib.chunk import Span
from course_lib.errors import CourseError
from course_lib.grading import worker
from course_lib.grading.served import Serve, Serves
from course_lib.grading.source import defined_names, given_of_the_course, used_of_the_course

if TYPE_CHECKING:  # a sandbox needs Linux or macOS; a notebook does not
    from course_lib.grading.sandbox import Sandbox

SECONDS = 10.0  # for one answer, all calls of its check together
KEPT = 60  # characters of an argument or a value that a hint shows
KEPT_OF_DICT = 100  # so that the labels of a reader are shown to their end
WRITE_IT = "{} is the course's own: this question asks you to write it, with Python alone"


class NotYet(CourseError):
    """The answer is not right yet; the message is the hint."""


class Skipped(CourseError):
    """A question cannot be asked on this machine; the message says what is missing.

    A check raises it before it asks for the answer, so that none can bring it about.
    """


class NotData(NotYet):
    """The answer gave what is no plain data, of a kind such as "a set"."""

    def __init__(self, hint: str, kind: str) -> None:
        super().__init__(hint)
        self.kind = kind


class Answers(ABC):
    """What a check asks of the learner's work; with `sets`, a set will do where a list would."""

    def value(self, name: str, sets: bool = False) -> Any:
        """The plain data under a name; raises NotYet when there is none."""
        return _value_or_hint(self._ask({"get": name, "sets": sets}), f"`{name}`")

    def call(self, name: str, *arguments: Any, sets: bool = False) -> Any:
        """What a function returns for a copy of these arguments; raises NotYet if it does not."""
        reply = self._ask({"call": name, "args": repr([*arguments]), "sets": sets})
        shown_call = f"{name}({', '.join(shown(argument) for argument in arguments)})"
        return _value_or_hint(reply, f"`{shown_call}`")

    def probe(self, run: Callable[..., Any], name: str, *arguments: Any) -> Any:
        """What `run` returns: a function of the check that hands the answer more than plain data.

        It is called with what stands under the name, then with these arguments. It runs in the
        answer's process, which gets its module as text: that may import the standard library alone.
        An answer could forge what it returns: ask only for what it would have to know to do so.
        """
        request = {"call": name, "args": repr([*arguments])}
        request |= {"probe": inspect.getsource(sys.modules[run.__module__]), "run": run.__name__}
        return _value_or_hint(self._ask(request), f"`{name}`")

    def try_on(self, database: Serves, name: str, *arguments: Any) -> dict[str, Any]:
        """The worker's reply to a call with a served connection before these arguments.

        It holds the `value` that was returned, or the `problem` and `message` of what was raised.
        Raises NotYet where a name is missing, and where what is returned is no plain data.
        """
        request = {"call": name, "args": repr([*arguments]), "served": True}
        reply = self._ask(request, database.serve)
        if reply.get("problem") not in ("raised", "interrupted") or reply.get("name"):
            _value_or_hint(reply, f"`{name}`")
        return reply

    @abstractmethod
    def _ask(self, request: dict[str, Any], serve: Serve | None = None) -> dict[str, Any]:
        """The reply to one request, as in `worker`."""


class NotebookAnswers(Answers):
    """The names of the notebook that the check runs in.

    >>> NotebookAnswers({"half": lambda n: n // 2}).call("half", 9)
    4
    """

    def __init__(self, namespace: Mapping[str, Any], seconds: float = SECONDS) -> None:
        self._namespace = dict(namespace)
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds

    def _ask(self, request: dict[str, Any], serve: Serve | None = None) -> dict[str, Any]:
        self._require_own(request.get("get") or request["call"])
        with _stopped_at(self._deadline):
            reply = worker.serve(request, self._namespace, serve)
        if str(reply.get("message")).startswith(TooLong.__name__):
            raise NotYet(
                f"the answer is still running after {self._seconds:g} seconds: does each loop "
                "move on in every round?"
            )
        return reply

    def _require_own(self, name: str) -> None:
        """Raise NotYet where the cell that gave the name its value uses the course's own code."""
        cells = self._namespace.get("In", ())  # IPython's record of what was run
        source = next((cell for cell in reversed(cells) if name in defined_names(cell)), "")
        if used := used_of_the_course(source, given_of_the_course(cells)):
            raise NotYet(WRITE_IT.format(used))


class TooLong(BaseException):
    """Raised where a learner's answer is when its time is up."""


@contextmanager
def _stopped_at(deadline: float) -> Iterator[None]:
    """Raise TooLong in the block from the deadline on, where the system can interrupt it at all."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    left = max(deadline - time.monotonic(), 0.001)
    signal.setitimer(signal.ITIMER_REAL, left, 1.0)  # again, for whoever catches it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class WorkerAnswers(Answers):
    """One answer of a submission, run in a sandboxed process that ends with the `with` block."""

    def __init__(self, answer: Mapping[str, Any], sandbox: Sandbox) -> None:
        self._answer = answer
        self._seconds: float = answer.get("seconds", SECONDS)
        self._left = self._seconds  # a check takes time of its own, which does not count
        self._process = sandbox.start()
        os.set_blocking(self._process.stdin.fileno(), False)
        self._pending = b""
        self._started = False

    def __enter__(self) -> WorkerAnswers:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.end()

    def _ask(self, request: dict[str, Any], serve: Serve | None = None) -> dict[str, Any]:
        if not self._started:
            self._started = True
            parts = ("setup", "helpers", "source")
            first = {part: self._answer[part] for part in parts if part in self._answer}
            self._run = self._exchange(first)
        reply = self._exchange(request)
        while serve and isinstance(reply.get("served"), dict):
            begun = time.monotonic()
            served = serve(reply["served"])
            self._left -= time.monotonic() - begun
            reply = self._exchange(served)
        if reply.get("problem") == "missing":  # what its cell raised tells why
            _value_or_hint(self._run, "the answer cell")
        return reply

    def _exchange(self, line: dict[str, Any]) -> dict[str, Any]:
        self._send(json.dumps(line).encode() + b"\n")
        return self._reply()

    def _send(self, data: bytes) -> None:
        """Write in pieces: an answer that reads none of it must not hold up the grade."""
        while data:
            self._wait(self._process.stdin, selectors.EVENT_WRITE)
            try:
                data = data[os.write(self._process.stdin.fileno(), data) :]
            except OSError:
                raise NotYet("the answer ended the Python process") from None

    def _wait(self, stream: IO[bytes], event: int) -> None:
        begun = time.monotonic()
        with selectors.DefaultSelector() as waiting:
            waiting.register(stream, event)
            ready = self._left > 0 and waiting.select(self._left)
        self._left -= time.monotonic() - begun
        if not ready:
            raise NotYet(f"the answer took longer than {self._seconds:g} seconds")

    def _reply(self) -> dict[str, Any]:
        while b"\n" not in self._pending:
            self._wait(self._process.stdout, selectors.EVENT_READ)
            received = os.read(self._process.stdout.fileno(), 65_536)
            if not received:
                raise NotYet("the answer ended the Python process")
            self._pending += received
            if len(self._pending) > 2 * worker.MOST_CHARACTERS:
                raise NotYet("the answer returned more than a million characters")
        reply, _, self._pending = self._pending.partition(b"\n")
        try:
            found = json.loads(reply)
        except (ValueError, RecursionError):
            raise NotYet("the answer wrote into the grader's channel") from None
        return found if isinstance(found, dict) else {}


def _value_or_hint(reply: Mapping[str, Any], what: str) -> Any:
    kind = reply.get("problem")
    if kind is None:
        return reply.get("value")
    message = one_line(reply.get("message"))
    if kind == "missing":
        raise NotYet(f"there is no `{message}` yet: define it in the answer cell, and run that")
    if kind == "not plain":
        raise NotData(f"{what} is {message}", re.split("[,:]", message)[0])
    if kind == "interrupted":
        raise NotYet(f"{what} was interrupted")
    if kind == "too large":
        raise NotYet(f"{what} is more than a million characters long")
    raise NotYet(f"{what} raised {message}")


def one_line(text: object, most: int = 200) -> str:
    """Return any object's text on one line, shortened, with nothing that steers a terminal.

    >>> one_line("two\\nlines")
    'two lines'
    """
    line = re.sub(r"[^\S ]+", " ", str(text)).strip()  # spaces in a quoted value stay as they are
    return printable(line if len(line) <= most else line[: most - 1] + "…")


def printable(text: str) -> str:
    """Replace what no file, terminal or XML should get: control characters, lone surrogates.

    >>> printable("a\x1b[2Jb")
    'a�[2Jb'
    """
    return "".join(c if c.isprintable() else "�" for c in text)


def shown(value: object) -> str:
    """Return a value as a hint shows it.

    >>> shown(list(range(100)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, …'
    """
    text, most = repr(value), KEPT_OF_DICT if isinstance(value, dict) else KEPT
    return text if len(text) <= most else text[: most - 1] + "…"


def pairs_of(value: Any, what: str) -> list[Span]:
    """Return a learner's list of pairs as spans; raises NotYet for anything else."""
    if value is None:
        raise NotYet(f"{what} is None: return a list of pairs such as [(0, 10)]")
    if not isinstance(value, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(type(n) is int for n in pair)
        for pair in value
    ):
        raise NotYet(f"{what} is {shown(value)}; write a list of pairs such as [(0, 10)]")
    return [(start, end) for start, end in value]


def consists_of(given: Any, known: Sequence[object]) -> bool:
    """Say whether an answer is a list of things that are known, by type too."""
    kinds = {type(item) for item in known}
    return isinstance(given, list) and all(type(g) in kinds and g in known for g in given)
