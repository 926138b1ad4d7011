"""The bet of each notebook, for whoever edits one: what is right, and wrong answers that tempt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import nbformat

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


@dataclass(frozen=True)
class Bet:
    """What may be typed: the right answer, and wrong ones with the thought that leads to each.

    `shows` is a part of what any bet reveals, and nothing else that is stored says it.
    """

    right: object
    shows: str
    tempting: dict[object, str]


BETS = {
    "00": Bet(
        "none",
        "No chunk has both",
        {
            "first": "the sentence begins there, and the larger chunk with that number held it",
            "second": "most of the sentence lies there",
        },
    ),
    "01": Bet(
        0,
        "The net tore it",
        {
            1: "a net can only add, so what was whole stays whole",
            2: "what is repeated is stored twice, so two chunks hold it",
        },
    ),
    "02": Bet(
        (3, 4),
        "plain window 3, paragraphs 4",
        {
            (1, 4): "a window that stops inside of words must tear most answers",
            (3, 3): "a quarter of the text is near a cut, whoever makes it",
        },
    ),
    "03": Bet(
        5,
        "off by  5",
        {
            0: "a character is a character, however it is stored",
            3: "there are three unusual characters, one more for each",
        },
    ),
    "04": Bet(
        "moved",
        'under\n"Before:" it does not know',
        {
            "changed": "a figure in the passage was corrected, so its words are gone",
            "verified": "the edit is as long as what it replaced, so nothing moves",
        },
    ),
    "05": Bet(
        3,
        "best 10: 3 left",
        {
            10: "a filter only sorts out what is forbidden, and ten were asked for",
            0: "the best chunks are the underwriters', so nothing is left for her",
        },
    ),
    "07": Bet(
        "cannot tell",
        "large − small: +",
        {
            "small": "there is less noise in a small chunk, so ten of them find more",
            "large": "a large chunk tears less, so two of them hold more",
        },
    ),
    "06": Bet(
        1,
        "45 only moved, 1 with other words",
        {
            46: "all that stands behind the edit has moved, as with the plain windows",
            0: "headings and paragraphs are the same, so the chunks are",
        },
    ),
    "08": Bet(
        1,
        "the similarity is 1.00",
        {
            0: "a hundred words about something else make another text",
            0.7: "the vector is a mean, and a part of the words was replaced",
        },
    ),
    "09": Bet(
        0,
        "13 chunks, 0 findings",
        {
            1: "one chunk has the header inside of a sentence",
            3: "every page has a header and a number, and each breaks the text",
        },
    ),
    "10": Bet(
        "Dask",
        "Dask: the same digest: True",
        {
            "pool": "a pool is there to start workers, so it starts a new one",
            "executor": "it is the newer of the two, and says that a worker died",
        },
    ),
    "11": Bet(
        1.06,
        "recursive stored 1.06 times",
        {
            1.32: "plain windows with these numbers store as much",
            1.25: "a quarter of overlap, so a quarter more",
        },
    ),
}


def cells_of_the_bet(notebook: nbformat.NotebookNode) -> tuple[int, int]:
    """Return the index of the cell that the bet is typed into, and of the one that settles it."""
    sources = [cell.source if cell.cell_type == "code" else "" for cell in notebook.cells]
    typed = next(n for n, source in enumerate(sources) if source.startswith("my_bet = "))
    return typed, next(n for n, source in enumerate(sources) if n > typed and "settle(" in source)
