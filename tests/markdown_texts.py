"""The parser of Markdown as it comes, and texts on which to compare it with ours."""

from functools import cache
from importlib.metadata import distributions
from pathlib import Path

from hypothesis import strategies as st
from markdown_it import MarkdownIt, rules_block
from markdown_it.rules_block import StateBlock

from course_lib.chunkers.markdown_cuts import normalize_newlines

ROOT = Path(__file__).parents[1]
NO_BLOCKS = {"inline"} | {f"{part}_open" for part in ("thead", "tbody", "tr", "th", "td")}


def _table(state, first, end, silent):
    """The parser's own rule for tables; the header row is kept as the table's content."""
    count = len(state.tokens)
    at = state.bMarks[first] + state.tShift[first]
    found = rules_block.table(state, first, end, silent)
    if found and not silent:
        state.tokens[count].content = state.src[at : state.eMarks[first]].strip()
    return found


@cache
def plain_parser():
    """What course_lib.chunkers.markdown._parser returns, without any shortcut."""
    parser = MarkdownIt("commonmark", {"inline_definitions": True}).enable("table")
    parser.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})

    def parse(text):
        state = StateBlock(text, parser, {}, [])
        parser.block.tokenize(state, 0, state.lineMax)
        for token, following in zip(state.tokens, state.tokens[1:], strict=False):
            if token.type == "heading_open":
                token.content = following.content
        blocks = [t for t in state.tokens if t.nesting >= 0 and t.type not in NO_BLOCKS]
        return blocks, state.bMarks

    return parse


def headings(text):
    """The outermost headings: where each begins and ends, its level, its title."""
    tokens, starts = plain_parser()(normalize_newlines(text))
    for token in tokens:
        if token.type == "heading_open" and token.level == 0:
            first, end = token.map
            title = " ".join(token.content.split())
            yield starts[first], starts[end], int(token.tag[1]), title


def fences(text):
    """Where each fence begins and ends, white space left out."""
    tokens, starts = plain_parser()(normalize_newlines(text))
    for token in tokens:
        if token.type == "fence":
            first, end = token.map
            yield trimmed(text, starts[first], starts[end])


def trimmed(text, start, end):
    """The bounds of a slice without the white space around it."""
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


@cache
def files():
    """Every Markdown text that the environment holds: descriptions of packages, and files."""
    found = {}
    for package in distributions():
        text = package.metadata.get_payload() or package.metadata.get("Description", "")
        name = package.metadata["Name"]
        if text.strip():
            found[f"{name} (description)"] = text
        for path in package.files or []:
            if path.suffix == ".md":
                found[f"{name} {path}"] = _read(path.locate())
    for path in ROOT.rglob("*.md"):
        if {".venv", ".venv-site", "build"}.isdisjoint(path.parts):
            found[str(path.relative_to(ROOT))] = _read(path)
    return {name: text for name, text in sorted(found.items()) if text.strip()}


def _read(path):
    return Path(path).read_bytes().decode("utf-8", "replace")


# --- random texts ---

_HEADINGS = ["# Roof", "## Pipes ##", "#", "#none", "####### seven", "### a # b #", "\\# none"]
_TEXT = ["Slate", "one\ttwo", "[a](b)", "see <b>", "1984", "`code` and *more*", "**bold** text"]
_RULES = ["---", "===", "-", "=", "***", "* * *", "_ _ _", "--- x"]
_CODE = ["```", "````", "~~~", "~~~ sh", "``` a`b", "```py"]
_HTML = ["<div>", "</div>", "<!-- note", "-->", "<!-- note -->", "<?php", "?>", "<![CDATA[", "]]>"]
_TAGS = ["<pre>", "</pre>", '<a href="x">', "<b>bold", "<script>", "<!DOCTYPE", "<i a=1 b='2'/>"]
_TABLES = ["a | b", "| a | b |", "|a|", "|---|---|", "--- | :-:", "-|-", ":-:", "a\\|b | c"]
_DEFINITIONS = ["[a]: /b", "[a]:", "[c]: <d> 'e'", "/f", "[a", "]: /b"]
_BLANKS = ["", "", "", "\t", "   "]
_LEAVES = [*_HEADINGS, *_TEXT, *_RULES, *_CODE, *_HTML, *_TAGS, *_TABLES, *_DEFINITIONS, *_BLANKS]
_ENDS = ["\n", "\n", "\n", "\n\n", "\r\n", "\r"]


def _documents(indents, leaves):
    line = st.tuples(st.sampled_from(indents), st.sampled_from(leaves), st.sampled_from(_ENDS))
    return st.lists(line.map("".join), max_size=12).map("".join)


_MARGINS = ["", "", "", " ", "  ", "   "]
_DEEP = ["    ", "     ", "\t", " \t", "        "]
_BULLETS = ["- ", "* ", "+ ", "1. ", "2. ", "- - ", "-\t", "12) "]
_QUOTES = ["> ", ">", ">  ", "  > ", "> > ", "- > ", "> - "]


def markdown():
    """Random Markdown, every kind of block next to every other."""
    return (
        _documents([*_MARGINS, *_DEEP], _LEAVES)
        | _documents([*_MARGINS, *_BULLETS, *_DEEP], _LEAVES)
        | _documents([*_MARGINS, *_QUOTES, *_DEEP, "- ", "1. "], _LEAVES)
    )
