"""Where the time goes: what each stage of a pipeline costs on this machine, and what that makes.

A rate is processor seconds for a gigabyte (1e9 bytes of UTF-8) of text, measured on the samples.
What all workers share is divided among them; the store of this course has one writer at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from course_lib.auditing import audit
from course_lib.chunkers import ParagraphChunker
from course_lib.document import Document
from course_lib.embeddings import MiniLM
from course_lib.errors import InvalidValue
from course_lib.pages import read_pages
from course_lib.samples import DOCUMENTS, load_documents
from course_lib.store import ChunkStore
from course_lib.tokens import text_to_embed

GIGABYTE = 1_000_000_000
LEAST_SECONDS = 0.2  # of processor time that a stage is measured for
ONE_WRITER = "store"  # which workers cannot share

# One core of the authors' machine (x86-64, Python 3.11), for what is not installed on this one.
STORED = {"extract": 1_600.0, "cut": 15.0, "audit": 50.0, "store": 220.0, "embed": 65_000.0}

UNITS = (  # of time: name, seconds, and up to how many of them
    ("s", 1, 120),
    ("min", 60, 120),
    ("h", 3600, 72),
    ("days", 86_400, 730),
    ("years", 31_557_600, float("inf")),
)

Work = Callable[[], int]  # does a stage once, and returns how many bytes of text it was for


@dataclass(frozen=True, slots=True)
class Rate:
    """What a stage costs: processor seconds for a gigabyte, measured here or stored."""

    stage: str
    seconds: float
    measured: bool = False

    def hours(self, gigabytes: float, workers: int) -> float:
        """Return how long so many workers take, each with a core of its own.

        >>> Rate("embed", 100_000.0).hours(1, 10), Rate("store", 36.0).hours(100, 10)
        (2.7777777777777777, 1.0)
        """
        return self.seconds * gigabytes / 3600 / (1 if self.stage == ONE_WRITER else workers)


def told_time(seconds: float) -> str:
    """Return a time in the unit that a reader would use.

    >>> [told_time(seconds) for seconds in (0.5, 36, 600, 36_000, 9e6, 9e8)]
    ['0.5 s', '36 s', '10 min', '10 h', '104 days', '29 years']
    """
    unit, size = next((unit, size) for unit, size, most in UNITS if seconds < size * most)
    number = seconds / size
    return f"{number:.1g} {unit}" if number < 1 else f"{number:,.0f} {unit}"


def stored_rates() -> list[Rate]:
    """Return the rates of the authors' machine, in the order of a pipeline."""
    return [Rate(stage, seconds) for stage, seconds in STORED.items()]


def measure_rates(least_seconds: float = LEAST_SECONDS) -> list[Rate]:
    """Measure every stage on this machine, now; one whose package is missing is as it was stored.

    Each stage is repeated on the samples until it has taken so many processor seconds.
    """
    documents = load_documents()
    with TemporaryDirectory() as folder, ChunkStore(Path(folder, "chunks.db")) as store:
        works = _works(documents, store)
        return [_measured(rate, works[rate.stage], least_seconds) for rate in stored_rates()]


def cost_table(
    rates: Sequence[Rate], terabytes: Sequence[float], cores: int, price: float, unit: str = "EUR"
) -> str:
    """Return a table: for each amount of text, core hours, hours on so many cores, and money.

    `price` is for one core and one hour, in any currency.

    >>> print(cost_table([Rate("cut", 36.0), Rate("store", 72.0)], [1], 100, 0.06))
    1 TB       core hours  hours on 100 cores     EUR
    cut                10                 0.1       1
    store              20                20.0       1
    together           30                20.1       2
    """
    lines = []
    for amount in terabytes:
        title = f"hours on {cores:,} cores"
        lines.append(f"{f'{amount:g} TB':<9} {'core hours':>11}  {title:>18} {unit:>7}")
        hours = {
            rate.stage: [rate.hours(1000 * amount, share) for share in (1, cores)] for rate in rates
        }
        hours["together"] = [sum(each) for each in zip(*hours.values(), strict=True)]
        for stage, (alone, shared) in hours.items():
            lines.append(f"{stage:<9} {alone:>11,.0f}  {shared:>18,.1f} {alone * price:>7,.0f}")
    return "\n".join(lines)


def _works(documents: Sequence[Document], store: ChunkStore) -> Mapping[str, Work]:
    chunker = ParagraphChunker(800)
    cut = [(document, chunker.split(document)) for document in documents]
    size = sum(len(document.text.encode()) for document in documents)
    text = text_to_embed(cut[0][1][0])
    turns = count()

    def extract() -> int:
        return sum(len(page.encode()) for page in read_pages(DOCUMENTS / "audit-2026.pdf"))

    def cut_all() -> int:
        for document in documents:
            chunker.split(document)
        return size

    def audit_all() -> int:
        for document, chunks in cut:
            audit(document, chunks)
        return size

    def replace_all() -> int:
        made_by = str(next(turns))  # else a store sees that nothing has changed
        for document, chunks in cut:
            store.replace(document, chunks, made_by=made_by)
        return size

    def embed() -> int:
        MiniLM().embed([text])
        return len(text.encode())

    works = extract, cut_all, audit_all, replace_all, embed
    return dict(zip(STORED, works, strict=True))


def _measured(rate: Rate, work: Work, least_seconds: float) -> Rate:
    try:
        work()  # what is loaded once, such as a model, is no part of the rate
        done, start = 0, process_time()
        while (spent := process_time() - start) < least_seconds:
            done += work()
    except InvalidValue:  # an extra is missing
        return rate
    return Rate(rate.stage, spent * GIGABYTE / done, measured=True)
