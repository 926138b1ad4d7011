"""One page to show at work: what was measured, what came out, how sure it is, what to take."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from course_lib.measure import Result, choose, difference, row_of
from course_lib.show.pictures import differences_picture, structure_picture
from course_lib.show.stills import Picture, image_html

MOST_MISSED = 8  # questions that are listed
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff;
       max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 1.6rem; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; }
th, td { padding: .2rem .5rem; border-bottom: 1px solid #d9d9d9; text-align: right; }
td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; }
tr.chosen { font-weight: 600; background: #f2f2f2; }
img { max-width: 100%; height: auto; } figure { margin: 1rem 0; }
figcaption, footer { font-size: .85rem; color: #595959; }
@media print { body { margin: 0 auto; font-size: 11px; } figure { break-inside: avoid; } }
"""


@dataclass(frozen=True)
class Measured:
    """What a report tells of: its title, one line on the texts, results and what was refused.

    `results` are at one price and about the same questions; `refused` says why a splitter was not
    measured; `asked` gives the words and the source of each question by its id.
    """

    title: str
    texts: str
    results: Sequence[Result]
    refused: Sequence[str]
    asked: dict[str, tuple[str, str]]
    command: str


def report_page(measured: Measured) -> str:
    """Return the page as HTML that needs no other file; raises InvalidValue as `choose` does."""
    results, chosen = measured.results, choose(measured.results)
    others = [result for result in results if result is not chosen]
    pictures = [structure_picture(list(map(row_of, results)))]
    if others:
        pictures.append(differences_picture(chosen, others))
    parts = [
        f"<h1>{escape(measured.title)}</h1>",
        f"<p>{escape(measured.texts)}. Every setting reads {escape(chosen.price)} for a question.",
        "<h2>What we would take</h2>",
        f"<p>{escape(verdict(results))}</p>",
        _table(results, chosen),
        *(_figure(picture) for picture in pictures),
        _refused(measured.refused),
        _missed(chosen, measured.asked),
        f"<footer><p>Made by <code>{escape(measured.command)}</code>. Recall is the mean share of "
        "the evidence that was read; intervals are 95 %, the questions drawn again a thousand "
        "times; a difference is sure when 0 lies outside of its interval.</p></footer>",
    ]
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(measured.title)}</title><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(filter(None, parts))
        + "\n</body></html>\n"
    )


def verdict(results: Sequence[Result]) -> str:
    """Say which setting we would take, and how sure that is, in two or three sentences."""
    chosen = choose(results)
    best = max(results, key=lambda result: result.figure("recall") or 0)
    low, high = chosen.interval("recall")
    said = [
        f"{chosen.setting}: it reads {chosen.recall:.2f} of the evidence ({low:.2f}–{high:.2f}) "
        f"and stores the text {chosen.storage:.2f} times."
    ]
    if best is not chosen:
        said.append(
            f"{best.setting} reads {best.recall:.2f} and stores {best.storage:.2f} times; with "
            f"{len(chosen.outcomes):,} questions we cannot tell them apart, and the first stores "
            "less."
        )
    worse = [each.setting for each in results if difference(chosen, each, "recall")[1].low > 0]
    alike = len(results) - len(worse) - 1
    if worse:
        said.append(f"Surely worse: {', '.join(worse)}.")
    if alike:
        said.append(f"Not to be told from it: {alike} of the others.")
    return " ".join(said)


def _table(results: Sequence[Result], chosen: Result) -> str:
    head = ("setting", "recall", "95 %", "against the choice", "whole in one chunk", "stored")
    lines = []
    for result in results:
        low, high = result.interval("recall")
        against = "–"
        if result is not chosen:
            against = difference(result, chosen, "recall").told(places=3)
        cells = (
            *(result.setting, f"{result.recall:.3f}", f"{low:.3f}–{high:.3f}", against),
            *(f"{result.intact:.3f}", f"{result.storage:.2f} ×"),
        )
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        lines.append(f'<tr class="chosen">{row}</tr>' if result is chosen else f"<tr>{row}</tr>")
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    return f"<table><thead><tr>{names}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _figure(picture: Picture) -> str:
    return f"<figure>{image_html(picture)}<figcaption>{escape(picture.alt)}</figcaption></figure>"


def _refused(refused: Sequence[str]) -> str:
    if not refused:
        return ""
    items = "".join(f"<li>{escape(each)}</li>" for each in refused)
    return f"<h2>Not measured</h2><ul>{items}</ul>"


def _missed(chosen: Result, asked: dict[str, tuple[str, str]]) -> str:
    missed = [asked[each.question] for each in chosen.outcomes if not each.recall]
    if not missed:
        return ""
    items = "".join(
        f"<li>{escape(words)} <i>({escape(source)})</i></li>"
        for words, source in missed[:MOST_MISSED]
    )
    more = len(missed) - MOST_MISSED
    rest = f"<p>And {more:,} more.</p>" if more > 0 else ""
    title = f"Where to look next: {len(missed):,} of {len(chosen.outcomes):,} questions read none"
    return f"<h2>{title} of their evidence</h2><ul>{items}</ul>{rest}"
