"""Results as rows: a table to read, a CSV file to keep, and the rows back from that file."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from math import isinf
from typing import TypeAlias

from course_lib.errors import InvalidValue
from course_lib.measure.corpus import Setting
from course_lib.measure.experiment import TO_EVIDENCE, Result, difference

Bounds: TypeAlias = tuple[float | None, float | None]
PLACES = 6

SETTING = ("chunker", "size", "overlap", "k", "budget")
COUNTS = ("questions", "evidence")
MEASURED = ("intact", "covered", "recall", "precision", "iou", TO_EVIDENCE, "storage")
BOUNDED = MEASURED[:-1]
FURTHER = ("one_chunk", "neighbours", "best_chunk", "nothing_found")
COLUMNS = (
    *SETTING,
    *COUNTS,
    *MEASURED,
    *(f"{name}_{bound}" for name in BOUNDED for bound in ("low", "high")),
    *FURTHER,
)


@dataclass(frozen=True)
class Row(Setting):
    """One setting with its figures as decimal numbers, rounded to six places.

    `evidence` counts passages. `figures` has the names of MEASURED and FURTHER, `bounds` those of
    BOUNDED; a figure without a value is None.
    """

    questions: int
    evidence: int
    figures: Mapping[str, float | None]
    bounds: Mapping[str, Bounds]


def row_of(result: Result) -> Row:
    """Return a result's row; the intervals are drawn here."""
    figures = {name: _rounded(result.figure(name)) for name in (*BOUNDED, *FURTHER[:-1])}
    figures["storage"] = _rounded(result.exact_storage)
    figures["nothing_found"] = result.nothing_found
    bounds: dict[str, Bounds] = {}
    for name in BOUNDED:
        low, high = result.interval(name)
        bounds[name] = _rounded(low), _rounded(high)
    setting = (result.chunker, result.size, result.overlap, result.k, result.budget)
    return Row(*setting, len(result.outcomes), result.passages, figures, bounds)


def as_table(rows: Sequence[Row]) -> str:
    """Return the rows as a table for people, with the interval of recall beside it."""
    head = ["chunker", "size", "overlap", "read", "intact", "covered", "recall", "95 %"]
    head += ["precision", "IoU", "to evidence", "stored"]
    lines = [head, *map(_cells, rows)]
    columns: list[list[str]] = []
    for column in zip(*lines, strict=True):
        width = max(map(len, column))
        align = str.rjust if columns else str.ljust
        columns.append([align(cell, width) for cell in column])
    return "\n".join(map("  ".join, zip(*columns, strict=True)))


def as_differences(results: Sequence[Result]) -> str:
    """Say how much higher each recall is than the first one, paired question by question.

    Where 0 lies in the interval, we cannot tell. Raises InvalidValue as `difference` does.
    """
    first, *others = results
    lines = [f"recall against {first.setting}, paired, 95 %:"]
    for each in others:
        found = difference(each, first, "recall")
        lines.append(f"{each.setting}: {found.told(places=3)}, {found.verdict}")
    return "\n".join(lines)


def as_csv(rows: Iterable[Row]) -> str:
    """Return the rows as CSV with the columns of COLUMNS; what has no value is left empty."""
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        bounds = [bound for name in BOUNDED for bound in row.bounds[name]]
        values = [getattr(row, name) for name in (*SETTING, *COUNTS)]
        values += [row.figures[name] for name in MEASURED]
        values += [*bounds, *(row.figures[name] for name in FURTHER)]
        writer.writerow(map(_written, values))
    return out.getvalue()


def rows_from_csv(text: str) -> list[Row]:
    """Read the rows back from such a CSV; raises InvalidValue when a column is missing."""
    reader = csv.DictReader(StringIO(text, newline=""))
    missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise InvalidValue(f"the table has no column {', '.join(missing)}: measure again")
    return [_read(record) for record in reader]


def _read(record: Mapping[str, str]) -> Row:
    def whole(name: str) -> int | None:
        return int(record[name]) if record[name] else None

    def number(name: str) -> float | None:
        return float(record[name]) if record[name] else None

    setting = (record["chunker"], whole("size"), whole("overlap"), whole("k"), whole("budget"))
    figures = {name: number(name) for name in (*MEASURED, *FURTHER)}
    bounds = {name: (number(f"{name}_low"), number(f"{name}_high")) for name in BOUNDED}
    return Row(*setting, int(record["questions"]), int(record["evidence"]), figures, bounds)


def _cells(row: Row) -> list[str]:
    figures, (low, high) = row.figures, row.bounds["recall"]
    return [
        row.chunker,
        *("–" if value is None else f"{value:,}" for value in (row.size, row.overlap)),
        row.price,
        *(_share(figures[name]) for name in ("intact", "covered", "recall")),
        f"{_share(low)}–{_share(high)}",
        *(_share(figures[name]) for name in ("precision", "iou")),
        "–" if figures[TO_EVIDENCE] is None else f"{figures[TO_EVIDENCE]:,.0f}",
        f"{figures['storage']:.2f}",
    ]


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _rounded(value: Fraction | float | None) -> float | None:
    """The value for a row; what is beyond any measure has none."""
    return None if value is None or isinf(value) else float(round(Fraction(value), PLACES))


def _written(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.{PLACES}f}".rstrip("0").rstrip(".")
    return "" if value is None else str(value)
