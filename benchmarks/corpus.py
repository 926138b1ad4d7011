"""Every chunker over the files of this machine: what holds, and which cuts are careless.

    python -m benchmarks.corpus                       all files, chunks of 50, 400 and 1,600
    python -m benchmarks.corpus --files 60 --size 400 a part of them, each kind in its share

The corpus is what the environment's own packages and Debian's documentation hold (`.gz`, too), and
a few files made by hand. First what `audit` finds in the chunks of every chunker, and overlaps;
then a table of the cuts in prose and Markdown that a careful person would not make, beside the
peers. Blocks are those of markdown-it-py; a sentence ends where a mark, white space and no
lower-case letter follow one another, but not after an initial or a list's number. A cut at the end
of a line is none inside a sentence where no word wrapper ended the line: the next word had room on
it.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sysconfig
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import NamedTuple, TypeAlias

from benchmarks.chunkers import print_table
from course_lib import Chunk, Chunker, Document, MarkdownChunker, ParagraphChunker, Span, audit
from course_lib.chunk import ContextSpan
from course_lib.chunkers import STRUCTURE
from course_lib.errors import CourseError

SIZES = (50, 400, 1_600)
SMALLEST, LARGEST = 500, 600_000  # bytes of a file
AT_MOST = 120  # files of one suffix
FOLDERS = (sysconfig.get_path("purelib"), "/usr/share/doc")
SUFFIXES = (
    *(".md", ".rst", ".txt", ".html", ".csv", ".json", ".xml", ".svg", ".toml", ".ini", ".cfg"),
    *(".py", ".pyi", ".js", ".css", ".c", ".h", ".cpp", ".f90", ".pl", ".sh", ".go", ".yaml"),
    *(".yml", ".sql", ".tex", ".log", ".srt", ".conf"),
    *("METADATA", "LICENSE", "copyright", "changelog", "README"),
)
MARKDOWN, PROSE = (".md", "METADATA"), (".txt", ".rst", "LICENSE", "copyright", "README")

LETTER = (
    """From: Iris Vale
To: the desk of Marrow

Dear all, the roof of the house in Saltmarsh was renewed in May of that year. The pipes
are old, and nobody has looked at them since then with any care at all. Mr. J. Reed, who
lives next door, paid 5\u00a0000\u00a0EUR for his. We met on Interstate 55. Twenty-five men came.

1. Open the windows on both sides of the room.
2. Move the shelf.

- Cover
  - Water
    - a joint that gave way, approx. four years old
    - a pipe that froze

> She asked: "Who pays?" Nobody knew.

"""
    + "The policy covers escape of water. It does not cover a flood. " * 20
)
HAND_MADE = {
    "letter.md": LETTER,
    "letter.txt": LETTER,
    "crlf.txt": LETTER.replace("\n", "\r\n"),
    "cr.txt": LETTER.replace("\n", "\r"),
    "zero width spaces.txt": "alpha\u200bbeta\u200bgamma\u200b" * 200,
    "families.txt": "\U0001f469\u200d\U0001f469\u200d\U0001f467 " * 200,
    "table.md": "# Paid\n\n| place | sum |\n|---|---|\n" + "| Saltmarsh | 310 crowns |\n" * 99,
    "claims.csv": 'place,note\nSaltmarsh,"a joint\nunder the sink"\n' * 99,
    "claims.ini": "[claim]\nperil: water\ncause: sink\n\n" * 99,
}


class File(NamedTuple):
    """A text, and its suffix or, without one, its name."""

    name: str
    suffix: str
    text: str


def files(at_most: int = AT_MOST) -> Iterator[File]:
    """Yield the corpus: of each suffix so many files at most, spread over all there are."""
    found: dict[str, list[Path]] = defaultdict(list)
    for folder in FOLDERS:
        for path in sorted(Path(folder).rglob("*")):
            suffix = suffix_of(path)
            if suffix in SUFFIXES and path.is_file() and not path.is_symlink():
                found[suffix].append(path)
    for suffix in SUFFIXES:
        taken = 0
        paths, seen = found[suffix], set()
        step = max(1, len(paths) // (3 * at_most))  # some are empty, too long, or copies
        for path in paths[::step]:
            text = read(path)
            digest = sha256((text or "").encode()).digest()
            if text and digest not in seen and taken < at_most:
                seen.add(digest)
                taken += 1
                yield File(str(path), suffix, text)
    for name, text in HAND_MADE.items():
        yield File(name, Path(name).suffix, text)


def suffix_of(path: Path) -> str:
    name = path.name.removesuffix(".gz")
    return Path(name).suffix if Path(name).suffix in SUFFIXES else name.split(".")[0]


def read(path: Path) -> str | None:
    """Return a file's text; None if it is no UTF-8, or too short or too long."""
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
        return data.decode() if SMALLEST <= len(data) <= LARGEST else None
    except (OSError, EOFError, ValueError):
        return None


# --- what always holds ---


def broken_promises(text: str, chunks: list[Chunk], size: int) -> Counter[str]:
    """Count the promises of a structure-aware chunker that its chunks break."""
    broken = Counter(audit(text, chunks, max_chars=size).counts)
    broken["overlap"] += sum(a.char_end > b.char_start for a, b in pairwise(chunks))
    return +broken


# --- which cuts are careless ---

Units: TypeAlias = dict[str, list[Span]]
_SENTENCE = re.compile(r"[.!?…][\"'”’»)\]]*(?=\s+[^\sa-zß-öø-ÿ])|[。！？]")
_NO_SENTENCE = re.compile(r"(?:^|\s)(?:\w|\d+)\.\Z")
_LINK = re.compile(r"!?\[[^\[\]\n]+\]\([^()\s]+\)")
_LINE, _WORD = re.compile(r"\S(?:.*\S)?"), re.compile(r"\S+")
_PARAGRAPH = re.compile(r"(?:^[^\W\d_].{39,}\n)+.*\S.*", re.MULTILINE)


class Anatomy(NamedTuple):
    """What a reader sees in a text: places in code points, in order."""

    units: Units  # fences, items, rows, links
    paragraphs: list[Span]
    headings: list[Span]
    sentences: list[int]  # where one ends
    meant_lines: set[int]  # where a line ends that somebody meant


def anatomy(file: File) -> Anatomy:
    """Read prose or Markdown; lines end with a line feed, which changes no length."""
    text = file.text.replace("\r\n", " \n").replace("\r", "\n")
    units: Units = {"fence": [], "item": [], "row": [], "link": []}
    headings: list[Span] = []
    if file.suffix in MARKDOWN:
        paragraphs = read_markdown(text, units, headings)
    else:
        paragraphs = [found.span() for found in _PARAGRAPH.finditer(text)]
    sentences, meant_lines = [], set[int]()
    for start, end in paragraphs:
        meant_lines.update(find_meant_lines(text, start, end))
        for found in _SENTENCE.finditer(text, start, end):
            if not _NO_SENTENCE.search(text, max(start, found.start() - 4), found.start() + 1):
                sentences.append(found.end())
        sentences.append(end)
        if file.suffix in MARKDOWN:
            units["link"] += [found.span() for found in _LINK.finditer(text, start, end)]
    return Anatomy(units, paragraphs, headings, sorted(sentences), meant_lines)


def find_meant_lines(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where a line of a paragraph ends though the next word had room on it."""
    lines = [found.span() for found in _LINE.finditer(text, start, end)]
    width = max((last - first for first, last in lines), default=0)
    for (first, last), (after, _) in pairwise(lines):
        word = _WORD.match(text, after, end)
        if word and last - first + 1 + len(word[0]) <= width:
            yield last


def read_markdown(text: str, units: Units, headings: list[Span]) -> list[Span]:
    """Note units and headings by markdown-it-py; return the paragraphs."""
    from markdown_it import MarkdownIt

    starts = [0, *(found.end() for found in re.finditer("\n", text)), len(text)]
    kinds = {"fence": "fence", "list_item_open": "item", "tr_open": "row"}
    paragraphs = []
    must_follow: int | None = None  # a heading starts there, and what follows stays with it
    for token in MarkdownIt("commonmark").enable("table").disable("inline").parse(text):
        if token.map is None or token.type == "inline":
            continue
        start = starts[token.map[0]]
        end = start + len(text[start : starts[token.map[1]]].rstrip())
        if token.type == "heading_open" and token.level == 0:
            headings.append((start, end))
            must_follow = start if must_follow is None else must_follow
            continue
        if token.type == "paragraph_open":
            paragraphs.append((start, end))
        if kind := kinds.get(token.type):
            units[kind].append((start if must_follow is None else must_follow, end))
        if not token.type.endswith(("list_open", "table_open", "thead_open", "blockquote_open")):
            must_follow = None
    return paragraphs


def outermost_that_fit(spans: Iterable[Span], size: int) -> list[Span]:
    kept: list[Span] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if end - start <= size and (not kept or end > kept[-1][1]):
            kept.append((start, end))
    return kept


def within(spans: list[Span], end: int, start: int) -> Span | None:
    """Return the span that has text before `end` and behind `start`, where two chunks meet."""
    at = bisect_left(spans, (end, -1)) - 1
    return spans[at] if at >= 0 and start < spans[at][1] else None


def careless(seen: Anatomy, chunks: Sequence[ContextSpan], size: int) -> Iterator[tuple[str, int]]:
    """Yield each careless cut or chunk with its kind, and the position of its end."""
    fitting = {kind: outermost_that_fit(spans, size) for kind, spans in seen.units.items()}
    heading_ends = {end for _, end in seen.headings}
    sentence_ends = {*seen.sentences}
    for (start, end, _), (following, _, _) in pairwise(chunks):
        yield "cuts", end
        for kind, spans in fitting.items():
            if within(spans, end, following):
                yield f"in a {kind}", end
        may_end = end in sentence_ends or end in seen.meant_lines
        if not may_end and within(seen.paragraphs, end, following):
            first = bisect_left(seen.sentences, start + size // 2)
            if first < bisect_right(seen.sentences, min(start + size, end)):
                yield "in a sentence", end
        if end in heading_ends:
            yield "ends with heading", end
    for index, chunk in enumerate(chunks):
        start, end, _ = chunk
        if len(chunks) > 1 and end - start < 40:
            yield "under 40", end
        around = (*chunks[max(index - 1, 0) : index], *chunks[index + 1 : index + 2])
        if any(may_join(chunk, other, size) for other in around):
            yield "with a neighbour to join", end
            if end - start < size / 4:
                yield "of them under a quarter", end


def may_join(one: ContextSpan, other: ContextSpan, size: int) -> bool:
    """Whether two neighbours fit in one chunk and stand under the same parent."""
    if max(one[1], other[1]) - min(one[0], other[0]) > size:
        return False
    shared = sum(1 for a, b in zip(one[2], other[2], strict=False) if a == b)
    return shared >= min(len(one[2]), len(other[2])) - 1


# --- who cuts ---

Split: TypeAlias = Callable[[str], Sequence[ContextSpan]]
COLUMNS = (
    *("cuts", "in a sentence", "in a fence", "in a item", "in a row", "in a link"),
    *("ends with heading", "under 40", "with a neighbour to join", "of them under a quarter"),
)


def own(size: int) -> Iterator[tuple[str, Split]]:
    for kind in (ParagraphChunker, MarkdownChunker):
        for chunker in (kind(size), kind(size, min_chars=size // 4)):
            yield ", ".join([kind.__name__, *chunker.options]), chunker.spans


def peers(size: int) -> Iterator[tuple[str, Split]]:
    """Yield the installed peers; what is missing is named."""
    if find_spec("langchain_text_splitters"):
        import langchain_text_splitters as langchain

        for name in ("RecursiveCharacterTextSplitter", "MarkdownTextSplitter"):
            splitter = getattr(langchain, name)(
                chunk_size=size, chunk_overlap=0, add_start_index=True
            )
            yield (
                f"LangChain {name}",
                lambda text, splitter=splitter: [
                    (start := found.metadata["start_index"], start + len(found.page_content), ())
                    for found in splitter.create_documents([text])
                ],
            )
    if find_spec("semantic_text_splitter"):
        import semantic_text_splitter as sts

        for name in ("TextSplitter", "MarkdownSplitter"):
            splitter = getattr(sts, name)(size)
            yield (
                f"semantic-text-splitter {name}",
                lambda text, splitter=splitter: [
                    (start, start + len(piece), ()) for start, piece in splitter.chunk_indices(text)
                ],
            )
    for package in ("langchain_text_splitters", "semantic_text_splitter"):
        if not find_spec(package):
            print(f"{package}: not installed: pip install -e '.[peers]'")


# --- the tables ---


def check_promises(corpus: list[File], sizes: Sequence[int]) -> None:
    """Print for each chunker how often a promise was broken, and what was refused."""
    rows = [["", "runs", "chunks", "broken promises", "refused", "seconds"]]
    for name, kind in STRUCTURE.items():
        counts: Counter[str] = Counter()
        began = process_time()
        for file in corpus:
            for size in sizes:
                counts["runs"] += 1
                chunker: Chunker = kind(size)
                try:
                    chunks = chunker.split(Document.of_text(file.text))
                except CourseError as error:
                    counts["refused"] += 1
                    print(f"refused: {name} {file.name}: {str(error)[:90]}")
                    continue
                counts["chunks"] += len(chunks)
                for promise, often in broken_promises(file.text, chunks, size).items():
                    counts["broken"] += often
                    print(f"BROKEN: {name}({size}) {file.name}: {promise}, {often} times")
        figures = [f"{counts[key]:,}" for key in ("runs", "chunks", "broken", "refused")]
        rows.append([name, *figures, f"{process_time() - began:.0f}"])
    print()
    print_table(rows)


def compare_careless(corpus: list[File], size: int, show: str | None) -> None:
    """Print how often each chunker cuts carelessly; `show` a kind prints the places."""
    read_files = [(file, anatomy(file)) for file in corpus if file.suffix in MARKDOWN + PROSE]
    rows = [["", *COLUMNS]]
    for name, split in (*own(size), *peers(size)):
        counts: Counter[str] = Counter()
        for file, seen in read_files:
            for kind, end in careless(seen, split(file.text), size):
                counts[kind] += 1
                if kind == show and "Chunker" in name:
                    around = file.text[max(end - 40, 0) : end], file.text[end : end + 40]
                    print(f"{name} {file.name}:{end} {around[0]!r} | {around[1]!r}")
        rows.append([name, *(f"{counts[column]:,}" for column in COLUMNS)])
    print(f"\nCareless cuts in {len(read_files)} files of prose and Markdown, chunks of {size:,}")
    print_table(rows)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corpus")
    parser.add_argument("--files", type=int, default=AT_MOST, help="at most, of one suffix")
    parser.add_argument("--size", type=int, nargs="+", default=SIZES)
    parser.add_argument("--show", metavar="COLUMN", help="print the places of a kind of our cuts")
    parser.add_argument("--careless", action="store_true", help="the second table alone")
    options = parser.parse_args()
    corpus = list(files(options.files))
    size = sum(len(file.text.encode()) for file in corpus)
    print(f"{len(corpus):,} files, {size / 1e6:.1f} MB")
    print(", ".join(f"{n} {kind}" for kind, n in Counter(f.suffix for f in corpus).most_common()))
    if not options.careless:
        check_promises(corpus, options.size)
    for one in options.size:
        compare_careless(corpus, one, options.show)


if __name__ == "__main__":
    main()
