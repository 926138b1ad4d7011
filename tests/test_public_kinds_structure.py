"""Faults of structure that were reported in public, each with its link and an input of our own."""

from itertools import pairwise

import pytest

from course_lib import MarkdownChunker, ParagraphChunker
from course_lib.chunkers.structure import context_length


def pieces(chunker, text):
    return [text[start:end] for start, end, _ in chunker.spans(text)]


def contexts(chunker, text):
    return [context for _, _, context in chunker.spans(text)]


@pytest.mark.parametrize("fence", ["```", "~~~~", "```python"])
def test_the_line_that_opens_a_fence_is_no_chunk(fence):
    """https://github.com/benbrandt/text-splitter/issues/798"""
    code = "".join(f"slate_{number} = {number}\n" for number in range(20))
    text = f"# Slates\n\nThis counts them:\n\n{fence}\n{code}{fence[:3]}\n"
    found = pieces(MarkdownChunker(60), text)
    assert fence not in found
    assert any(f"{fence}\nslate_0" in piece for piece in found)
    assert found[-1] != fence[:3]


@pytest.mark.parametrize(
    "unit", ["[the north side of the roof](/roof)", "![the north side](n.png)"]
)
def test_no_link_and_no_picture_is_broken(unit):
    """https://github.com/gkamradt/ChunkViz/pull/9"""
    text = f"Four of the slates {unit} and three of the others {unit} are old, says {unit}."
    assert sum(piece.count(unit) for piece in pieces(MarkdownChunker(45), text)) == 3


@pytest.mark.parametrize("caption", ["Table 3: sums by place", "Source 2 – the ledger of 2021"])
def test_a_table_goes_with_its_caption_before_or_after_it(caption):
    """https://github.com/linagora/openrag/pull/861"""
    table = "| place | sum |\n|---|---|\n| Saltmarsh | 310 |"
    words = "The claims of the year came from two places, and were paid at once."
    for block in (f"{caption}\n\n{table}", f"{table}\n\n{caption}"):
        found = pieces(MarkdownChunker(90), f"{words}\n\n{block}\n\n{words}\n")
        assert block in found


def test_a_formula_over_several_lines_is_kept_with_its_line_ends():
    """https://github.com/infiniflow/ragflow/issues/8725"""
    formula = "$$\nq = \\frac{a}{b + c} \\tag{R.1}\n$$"
    text = (
        f"The share that was paid is\n{formula}\nwhere a is the sum, and b and c are the parts.\n"
    )
    for size in (len(formula), 45, 60):
        assert any(formula in piece for piece in pieces(MarkdownChunker(size), text))


def test_sentences_longer_than_the_overlap_are_not_repeated_and_no_place_is_wrong():
    """https://github.com/simstudioai/sim/pull/4102"""
    sentence = "The roof of the old house was renewed in the May of that year. "
    text = sentence * 6
    found = ParagraphChunker(len(sentence) * 2, overlap=20).spans(text)
    assert all(text[start:end].startswith("The roof") for start, end, _ in found)
    assert all(a[1] <= b[0] for a, b in pairwise(found))


def test_a_rule_in_the_first_line_opens_no_front_matter_that_never_closes():
    """https://github.com/yuin/goldmark-meta/issues/5"""
    assert contexts(MarkdownChunker(400), "---\n\nslates: many\n\n# Roof\n\ntext\n") == [
        (),
        ("Roof",),
    ]
    assert contexts(MarkdownChunker(400), "---\nslates: many\n\n# Roof\n\ntext\n") == [
        (),
        ("Roof",),
    ]


def test_rules_after_the_front_matter_are_no_more_of_it():
    """https://github.com/crowdagger/crowbook/issues/99"""
    text = '---\ntitle: "Roof"\n---\n\n# One\n\na\n\n---\n\n# Two\n\nb\n\n---\n\n# Three\n\nc\n'
    assert contexts(MarkdownChunker(400), text) == [(), ("One",), ("Two",), ("Three",)]


def test_a_prefix_counts_toward_the_size_when_that_is_asked():
    """https://github.com/ravendb/ravendb/pull/22792"""
    text = "# Claims of the north\n\n## Paid in spring\n\n" + "Three slates were paid. " * 40
    for start, end, context in MarkdownChunker(120, count_context=True).spans(text):
        assert end - start + context_length(context) <= 120
        assert context == ("Claims of the north", "Paid in spring")


def test_a_short_section_is_joined_with_the_sections_inside_it():
    """https://github.com/open-webui/open-webui/pull/19944"""
    text = "# Roof\n\nShort.\n\n## Slate\n\nShorter.\n\n### Nails\n\nShortest.\n"
    assert pieces(MarkdownChunker(400, min_chars=100), text) == [text.strip()]
    assert contexts(MarkdownChunker(400, min_chars=100), text) == [("Roof",)]


def test_an_item_with_a_list_inside_it_keeps_its_own_words():
    """https://github.com/xberg-io/xberg/issues/1459"""
    text = "- Roof\n  - Slate\n    - Nails of it\n  - Lead\n\n  Trailing words\n- Wall\n"
    for size in (12, 20, 30, 60):
        found = pieces(MarkdownChunker(size), text)
        assert "".join("".join(found).split()) == "".join(text.split())
        assert {"- Roof", "  - Slate", "-"}.isdisjoint(found) or size == 12
