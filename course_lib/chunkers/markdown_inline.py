"""Where the inline units of Markdown lie: what a reader would not tear inside a paragraph.

Links, pictures, code spans, emphasis, autolinks and HTML are those of markdown-it-py, whose rules
are asked where each begins and ends; `~~what is struck out~~` and a `[[wiki link]]` end on their
line. A formula stands between `$` or `$$` as Pandoc reads it,
https://pandoc.org/MANUAL.html#math, or between `\\(` and `\\)`, `\\[` and `\\]`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from course_lib.chunk import Span

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

Definitions: TypeAlias = dict[str, dict[str, str]]  # by name, where each link definition leads
NOWHERE = {"href": "", "title": ""}  # where it leads does not matter here
_Rule: TypeAlias = "Callable[[StateInline, bool], bool]"

_HAS_UNITS = re.compile(r"[\[`*_<$~]|\\[(\[]")
_FURTHER = re.compile(r"~~(?![\s~])[^~\n]+(?<!\s)~~|\[\[[^\[\]\n]+\]\]")
_FORMULA = re.compile(
    r"\$\$(?:[^$]|\\\$)+\$\$|\$(?![\s$])(?:[^$\\]|\\.)*(?<!\s)\$(?!\d)|\\\(.+?\\\)|\\\[.+?\\\]",
    re.S,
)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)")


def find_inline_units(text: str, start: int, end: int, definitions: Definitions) -> list[Span]:
    """Return the places of the inline units in `text[start:end]`, which holds no blocks.

    >>> find_inline_units("See [the roof](roof.md), `a b` and *no slate*.", 0, 46, {})
    [(4, 23), (25, 30), (35, 45)]
    """
    if not _HAS_UNITS.search(text, start, end):
        return []
    source = text[start:end]
    units: list[Span] = []
    marks: list[tuple[Token, int]] = []
    markdown = _parser()
    env = {"references": definitions, "units": units, "marks": marks}
    markdown.inline.parse(source, markdown, env, [])
    units += _pairs_of_tags(source, units)
    units += _pairs_of_marks(marks)
    for pattern in (_FORMULA, _FURTHER):
        units += [found.span() for found in pattern.finditer(source)]
    return sorted((start + first, start + last) for first, last in units)


@cache
def _parser() -> Any:
    """Return the parser, whose rules note what they find in `env`."""
    from markdown_it import MarkdownIt, rules_inline

    markdown = MarkdownIt("commonmark")
    ruler = markdown.inline.ruler
    for name, rule in (
        ("backticks", rules_inline.backtick),
        ("link", rules_inline.link),
        ("image", rules_inline.image),
        ("autolink", rules_inline.autolink),
        ("html_inline", rules_inline.html_inline),
    ):
        ruler.at(name, _noting_units(rule))
    ruler.at("emphasis", _noting_marks(rules_inline.emphasis.tokenize))
    return markdown


def _noting_units(rule: _Rule) -> _Rule:
    def noting(state: StateInline, silent: bool) -> bool:
        start, env = state.pos, state.env
        state.env = {**env, "units": [], "marks": []} if state.src[start] == "!" else env
        found = rule(state, silent)  # a picture's own words are parsed apart, in other places
        state.env = env
        if found and not silent:
            env["units"].append((start, state.pos))
        return found

    return noting


def _noting_marks(rule: _Rule) -> _Rule:
    def noting(state: StateInline, silent: bool) -> bool:
        start = state.pos
        found = rule(state, silent)
        if found:
            length = state.pos - start
            places = range(start, state.pos)
            state.env["marks"] += zip(state.tokens[-length:], places, strict=True)
        return found

    return noting


def _pairs_of_marks(marks: list[tuple[Token, int]]) -> list[Span]:
    """Return the spans of emphasis: the parser has said of each mark whether it opens or closes."""
    spans: list[Span] = []
    opened: list[int] = []
    for token, at in sorted(marks, key=lambda mark: mark[1]):
        width = len(token.markup)
        if token.nesting > 0:
            opened.append(at - width + 1)  # of two marks that open strong text, the inner one does
        elif token.nesting < 0 and opened:
            spans.append((opened.pop(), at + width))
    return spans


def _pairs_of_tags(source: str, units: list[Span]) -> list[Span]:
    """Return the spans from an HTML tag to the one that closes it."""
    spans: list[Span] = []
    opened: dict[str, list[int]] = defaultdict(list)
    for start, end in units:
        if tag := _TAG.match(source, start, end):
            starts = opened[tag[2].lower()]
            if not tag[1]:
                starts.append(start)
            elif starts:
                spans.append((starts.pop(), end))
    return spans
