"""The checks of notebooks 04 to 07: the right answer passes, each wrong one gets its own hint."""

from __future__ import annotations

from itertools import chain, combinations, product
from random import Random
from typing import Any

import pytest
from verdicts import module_of

from course_lib.grading.answers import NotebookAnswers, NotYet
from course_lib.grading.questions import find_check

PEOPLE = module_of("05.readers").PEOPLE
STATUSES = module_of("04.verdicts").STATUSES
verdicts, readers = find_check("04.verdicts"), find_check("05.readers")
stale, ceiling = find_check("06.stale"), find_check("07.ceiling")


def judge(check: Any, **names: Any) -> str:
    return check(NotebookAnswers(names), Random(1))


def subsets(items: Any) -> Any:
    return chain.from_iterable(combinations(items, n) for n in range(len(items) + 1))


def passing(check: Any, name: str, answers: Any) -> list[Any]:
    """The answers that pass; each of the others must get a hint of one line."""
    passed, refused = [], []
    for answer in answers:
        try:
            judge(check, **{name: answer})
            passed.append(answer)
        except NotYet as hint:
            refused.append(str(hint))
    assert all(hint and "\n" not in hint for hint in refused)
    return passed


def test_one_triple_of_verdicts_is_right() -> None:
    triples = [list(triple) for triple in product(STATUSES, repeat=3)]
    assert passing(verdicts, "my_verdicts", triples) == [["verified", "moved", "changed"]]


def test_one_set_of_readers_is_right() -> None:
    groups = [list(names) for names in subsets(list(PEOPLE))]
    assert passing(readers, "my_readers", groups) == [["ada", "flora"]]


def test_one_set_of_stale_chunks_is_right() -> None:
    groups = [list(numbers) for numbers in subsets(range(5))]
    assert passing(stale, "my_stale", groups) == [[2, 3, 4]]


def test_the_ceiling_is_the_share_that_one_chunk_holds() -> None:
    shares = [number / 100 for number in range(101)]
    assert passing(ceiling, "my_ceiling", shares) == [0.33]


@pytest.mark.parametrize(
    ("check", "name", "answer", "hint"),
    [
        (verdicts, "my_verdicts", ["moved", "moved", "changed"], "stands before the edit"),
        (verdicts, "my_verdicts", ["verified", "verified", "changed"], "a new paragraph stands"),
        (verdicts, "my_verdicts", ["verified", "moved", "moved"], "holds the signature"),
        (verdicts, "my_verdicts", ["verified", "moved"], "write three of"),
        (verdicts, "my_verdicts", "verified", "write three of"),
        (verdicts, "my_verdicts", ["verified", "moved", "lost"], "write three of"),
        (verdicts, "my_verdicts", [["verified"], "moved", "moved"], "write three of"),
        (readers, "my_readers", ["ada"], "flora is missing"),
        (readers, "my_readers", ["ada", "bea", "flora"], "roles are compared whole"),
        (readers, "my_readers", ["ada", "cyril", "flora"], "acts in another environment"),
        (readers, "my_readers", ["ada", "dinah", "flora"], "works for another tenant"),
        (readers, "my_readers", ["ada", "egbert", "flora"], "no roles means nobody"),
        (readers, "my_readers", ["hazel"], "write names in a list"),
        (readers, "my_readers", [[]], "write names in a list"),
        (readers, "my_readers", "ada", "write names in a list"),
        (stale, "my_stale", [1, 2, 3, 4], "so the patch writes it anew"),
        (stale, "my_stale", [0, 2, 3, 4], "stands before the edit"),
        (stale, "my_stale", [2, 3], "chunk 4 stands after the edit"),
        (stale, "my_stale", [], "chunk 2 stands after the edit"),
        (stale, "my_stale", [2, 3, 4, 9], "from 0 to 4"),
        (stale, "my_stale", ["2"], "write the chunks' numbers"),
        (stale, "my_stale", 2, "write the chunks' numbers"),
        (ceiling, "my_ceiling", 35, "write a share from 0 to 1"),
        (ceiling, "my_ceiling", True, "write a share from 0 to 1"),
        (ceiling, "my_ceiling", float("nan"), "write a share from 0 to 1"),
        (ceiling, "my_ceiling", 0.0, "any one chunk holds whole"),
        (ceiling, "my_ceiling", 0.28, "a better order may show more"),
        (ceiling, "my_ceiling", 0.53, "what several chunks show together"),
        (ceiling, "my_ceiling", 0.9, "with the neighbours fetched, which no reranker does"),
        (ceiling, "my_ceiling", 0.8, "at size 200"),
    ],
)
def test_a_mistake_gets_its_own_hint(check: Any, name: str, answer: Any, hint: str) -> None:
    with pytest.raises(NotYet) as raised:
        judge(check, **{name: answer})
    assert hint in str(raised.value)
