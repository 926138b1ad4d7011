"""Exercise 07: it gives what is checked, other right ways pass, and a grade agrees."""

from __future__ import annotations

import inspect
from fractions import Fraction
from random import Random

import pytest
from verdicts import QUESTIONS, RIGHT, in_a_worker, module_of, verdict

from course_lib.grading.answers import NotebookAnswers, NotYet
from course_lib.grading.questions import find_check
from course_lib.measure.scores import count_whole
from course_lib.samples import load_questions

SOURCE = QUESTIONS["07.q1"]
cheapest, sample_splits = module_of("07.q5").cheapest, module_of("07.q5").sample_splits


def given():
    names = {}
    for text in SOURCE.setup:
        exec(text, names)
    return names


# --- the samples ---


def test_the_splits_that_the_exercise_gives_are_those_that_are_checked():
    splits, passages, _ = sample_splits()
    assert given()["sample_splits"]() == (splits, passages)


def test_nothing_is_chosen_by_looking_at_questions_that_are_held_out():
    _, passages, _ = sample_splits()
    visible_ones = [question for question in load_questions() if not question.held_out]
    assert 0 < len(visible_ones) < len(load_questions())
    assert len(passages) == sum(len(question.spans) for question in visible_ones)


def test_what_the_exercise_says_of_the_samples_is_true_of_them():
    splits, passages, length = sample_splits()
    stored = {name: sum(e - s for s, e in chunks) for name, chunks in splits.items()}
    assert len(splits) == 9
    assert max(end - start for chunks in splits.values() for start, end in chunks) <= 800
    assert cheapest(splits, passages, 95) == "paragraph 800"
    assert stored["paragraph 800"] < length
    assert stored["naive 800/300"] > 1.5 * length
    more, less = (count_whole(splits[f"naive 800/{o}"], passages) for o in (400, 300))
    assert more < less
    others = module_of("07.q5").held_out_passages()
    assert 100 * count_whole(splits["paragraph 800"], others) < 95 * len(others)
    lost = count_whole(splits["paragraph 800"], passages) - 5
    assert 100 * lost < 95 * len(passages)


# --- other right ways ---

OTHER_WAYS = {
    "07.q1 by characters": """
def merged(spans):
    places = sorted({place for start, end in spans for place in range(start, end)})
    starts = [place for place in places if place - 1 not in places]
    ends = [place + 1 for place in places if place + 1 not in places]
    return list(zip(starts, ends))
""",
    "07.q2 by merged spans": """
def union(spans):
    whole = []
    for start, end in sorted(spans):
        if whole and start <= whole[-1][1]:
            whole[-1][1] = max(end, whole[-1][1])
        else:
            whole.append([start, end])
    return whole

def recall_and_precision(read, evidence):
    read_once, wanted = union(read), union(evidence)
    found = sum(max(0, min(b, d) - max(a, c)) for a, b in read_once for c, d in wanted)
    recall = found / sum(end - start for start, end in wanted)
    if not read:
        return [0, 0.0]
    return [recall, found / sum(end - start for start, end in read)]
""",
    "07.q3 window by window, reduced": """
from fractions import Fraction

def counted(text_length, size, overlap, length):
    whole, start = set(), 0
    while start < text_length:
        end = min(start + size, text_length)
        whole.update(range(start, end - length + 1))
        start += size - overlap
    return [len(whole), text_length - length + 1]

def law(size, overlap, length):
    share = min(Fraction(max(size + 1 - length, 0), size - overlap), Fraction(1))
    return share.numerator, share.denominator
""",
    "07.q4 what is new of each chunk": """
def read_within(ranked, budget):
    read = []
    for start, end in ranked:
        for place in range(start, end):
            if (place, place + 1) in read:
                continue
            if budget == 0:
                return sorted(read)
            read.append((place, place + 1))
            budget -= 1
    return read
""",
    "07.q4 stops at once": """
def read_within(ranked, budget):
    read, paid = [], set()
    for start, end in ranked:
        new = [place for place in range(start, end) if place not in paid]
        left = budget - len(paid)
        if len(new) >= left:
            return [*read, (start, new[left - 1] + 1)]
        read.append((start, end))
        paid.update(new)
    return read
""",
    "07.q5 by shares, the least of a list": """
def cheapest(splits, passages, percent):
    def share(chunks):
        whole = [p for p in passages if any(c[0] <= p[0] and p[1] <= c[1] for c in chunks)]
        return len(whole) / len(passages)

    kept = {name: c for name, c in splits.items() if share(c) >= percent / 100}
    costs = {name: sum(end - start for start, end in c) for name, c in kept.items()}
    return min(costs, key=costs.get) if costs else None
""",
    "07.q5 with a look at the samples": RIGHT["07.q5"] + "\nbest = cheapest(*sample_splits(), 95)",
}


@pytest.mark.parametrize("seed", ["", "a/", "b/"])
@pytest.mark.parametrize("name", OTHER_WAYS)
def test_another_right_way_passes(name, seed):
    passed, hint = verdict(name.split()[0], OTHER_WAYS[name], seed)
    assert passed, hint


# --- a law that counts, or tries places ---


def by_formula(size, overlap, length):
    return max(0, min(size - overlap, size - length + 1)), size - overlap


def by_fractions(size, overlap, length):
    share = min(Fraction(max(size + 1 - length, 0), size - overlap), Fraction(1))
    return share.numerator, share.denominator


def in_lowest_terms(size, overlap, length):
    whole, step = one, other = by_formula(size, overlap, length)
    while other:
        one, other = other, one % other
    return whole // one, step // one


def by_comprehension(size, overlap, length):
    step = size - overlap
    return sum(place + length <= size for place in range(step)), step


def by_while(size, overlap, length):
    whole = 0
    while whole < size - overlap and whole + length <= size:
        whole += 1
    return whole, size - overlap


def by_recursion(size, overlap, length, place=0):
    if place == size - overlap:
        return 0, place
    whole, step = by_recursion(size, overlap, length, place + 1)
    return whole + (place + length <= size), step


def by_windows(size, overlap, length):
    step = size - overlap
    starts, places = range(0, 10 * step + length, step), range(10 * step)
    return sum(any(s <= p and p + length <= s + size for s in starts) for p in places), len(places)


def by_stubborn_loop(size, overlap, length):
    try:
        return by_while(size, overlap, length)
    except BaseException:
        return 1, 1


def by_loop_in_c(size, overlap, length):
    step = size - overlap
    return sum(map((size - length).__ge__, range(step))), step


FORMULAS = [by_formula, by_fractions, in_lowest_terms]
LOOPS = [by_comprehension, by_while, by_windows]
OTHERS = [by_recursion, by_stubborn_loop]


def as_answer(law):
    """The reference's counted, and this law in place of its own."""
    before, _, _ = RIGHT["07.q3"].partition("def law(")
    needed = [in_lowest_terms, by_formula, by_while, law]
    texts = "\n\n".join(map(inspect.getsource, dict.fromkeys(needed)))
    return f"from fractions import Fraction\n\n{before}\n{texts}\n\nlaw = {law.__name__}\n"


@pytest.mark.parametrize("law", FORMULAS)
def test_a_formula_is_one_in_any_style(law):
    passed, hint = verdict("07.q3", as_answer(law))
    assert passed, hint


@pytest.mark.parametrize("law", [*LOOPS, *OTHERS])
def test_a_law_that_tries_places_is_told(law):
    passed, hint = verdict("07.q3", as_answer(law), wait=1)
    assert not passed
    assert "law tries places" in hint or law in OTHERS


@pytest.mark.outside
def test_a_loop_in_c_is_told_where_it_can_be_ended():
    passed, hint = in_a_worker("07.q3", as_answer(by_loop_in_c), seconds=4)
    assert not passed
    assert "law tries places" in hint


# --- answers of a wrong shape get a hint, too ---

FUNCTIONS = {
    "q1": ("merged",),
    "q2": ("recall_and_precision",),
    "q3": ("counted", "law"),
    "q4": ("read_within",),
    "q5": ("cheapest",),
}
ODD = [None, 0, True, "A", [], [0], [[1, 2, 3]], [[5, 1]], [[-9, -2]], [0.5, 0.5], [1, 0], {"a": 1}]
ODD += [float("nan"), [float("nan")] * 2, [float("inf"), 0], ["0", "1"], [True, 1], [[0, 10**30]]]


@pytest.mark.parametrize("question", FUNCTIONS)
@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_an_odd_answer_gets_a_hint_of_one_line(question, odd):
    names = {name: lambda *_: odd for name in FUNCTIONS[question]}
    with pytest.raises(NotYet) as raised:
        find_check(f"07.{question}")(NotebookAnswers(names), Random(1))
    assert "\n" not in str(raised.value)
