"""What ranks chunks for a question: the store's own words, anything of yours, several fused.

A search is a function of chunks that returns a ranking, which is a function of a question:
`search(chunks)(question)` gives pairs of a chunk and its score, best first. It is handed those
chunks alone that whoever asks may see.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import starmap
from math import isfinite
from numbers import Real
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol, TypeAlias
from weakref import finalize

from course_lib.access import Identity
from course_lib.chunk import Chunk, cut
from course_lib.document import Document
from course_lib.errors import InvalidType, InvalidValue
from course_lib.guardrails import OWN, Scope
from course_lib.store import ChunkStore

Ranking: TypeAlias = Callable[[str], Iterable[tuple[Chunk, float]]]
FIRST_LOOK = 32  # chunks
DEEPER = 8  # times as many at each further look
FUSED_DEPTH = 200  # chunks of each ranking
FUSED_RANK = 60  # Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion", SIGIR 2009
_READER = Identity("search", OWN.scope, OWN.acl_roles)


class Search(Protocol):
    """What ranks chunks; its ranking may be read as far as needed, so it may be a generator.

    >>> def longest(chunks):
    ...     ranked = sorted(chunks, key=lambda chunk: -len(chunk.text))
    ...     return lambda question: [(chunk, len(chunk.text)) for chunk in ranked]
    """

    def __call__(self, chunks: Sequence[Chunk], /) -> Ranking:
        """Index the chunks, and return what ranks them for a question."""


def store_search(chunks: Sequence[Chunk], /) -> Ranking:
    """Rank by the words of the course's store: BM25 of text and context, equal scores in order.

    >>> from course_lib import ParagraphChunker
    >>> note = Document.of_text("The roof is new.\\n\\nThe pipes are old.")
    >>> ranking = store_search(ParagraphChunker(20).split(note))
    >>> [chunk.text for chunk, score in ranking("old pipes?")]
    ['The pipes are old.']
    """
    sources: dict[tuple[str, str], list[Chunk]] = defaultdict(list)
    for chunk in sorted(chunks, key=attrgetter("source_id", "index")):  # the order of equal scores
        sources[chunk.source_id, str(chunk.scope)].append(chunk)
    names = {f"{number:09}": its for number, its in enumerate(sources.values())}
    with ExitStack() as opened:
        store = opened.enter_context(stored(starmap(_stand_in, names.items())))
        ranked = ranking_of(store, _READER)

        def ranking(question: str) -> Iterator[tuple[Chunk, float]]:
            for chunk, score in ranked(question):
                yield names[chunk.source_id][chunk.index], score

        finalize(ranking, opened.pop_all().close)
    return ranking


@contextmanager
def stored(pieces: Iterable[tuple[Document, Sequence[Chunk]]]) -> Iterator[ChunkStore]:
    """Yield a store of documents and their chunks, which is gone afterwards."""
    with TemporaryDirectory() as folder, ChunkStore(Path(folder) / "measure.sqlite") as store:
        store.replace_all((document, chunks, "") for document, chunks in pieces)
        yield store


def ranking_of(store: ChunkStore, identity: Identity) -> Ranking:
    """Return what a store ranks for somebody: it is asked for more when that many were read."""

    def ranking(question: str) -> Iterator[tuple[Chunk, float]]:
        seen, depth = 0, FIRST_LOOK
        while True:
            hits = store.search(question, identity, k=depth)
            yield from ((hit.chunk, hit.score) for hit in hits[seen:])
            if len(hits) < depth:
                return
            seen, depth = depth, depth * DEEPER

    return ranking


def fused(*searches: Search, depth: int = FUSED_DEPTH, rank: int = FUSED_RANK) -> Search:
    """Return the search that joins several by reciprocal rank fusion.

    A chunk scores 1 ÷ (`rank` + its place) for each ranking that has it among its first `depth`.
    So no score of one search is ever compared with a score of another. Equal sums stand in the
    order in which the chunks were found. Raises InvalidValue for fewer than two searches.

    >>> fused(store_search, store_search).__name__
    'store_search+store_search'
    """
    if len(searches) < 2:
        raise InvalidValue("there is nothing to fuse: give two searches or more")

    def search(chunks: Sequence[Chunk], /) -> Ranking:
        rankings = [checked(one, chunks) for one in searches]

        def ranking(question: str) -> list[tuple[Chunk, float]]:
            scores: dict[Address, float] = defaultdict(float)
            found: dict[Address, Chunk] = {}
            for one in rankings:
                for place, (chunk, _) in zip(range(1, depth + 1), one(question), strict=False):
                    found.setdefault(address(chunk), chunk)
                    scores[address(chunk)] += 1 / (rank + place)
            best = sorted(found, key=scores.__getitem__, reverse=True)
            return [(found[each], scores[each]) for each in best]

        return ranking

    search.__name__ = "+".join(map(name_of, searches))
    return search


Address: TypeAlias = tuple[Scope, str, int]


def address(chunk: Chunk) -> Address:
    """Return what tells a chunk from all others: its scope, source and index."""
    return chunk.scope, chunk.source_id, chunk.index


def name_of(search: Search) -> str:
    """Return what a search is called: its function's name, else its class's."""
    return str(getattr(search, "__name__", type(search).__name__))


def checked(search: Search, chunks: Sequence[Chunk]) -> Ranking:
    """Index chunks with a search, and check what it ranks; a ranking is read no deeper than asked.

    Raises InvalidType for what is no search, no ranking, no pair or no number, and InvalidValue for
    a chunk that was not handed over or comes twice, a score that is not finite, and one that is
    higher than the score before it.
    """
    if not callable(search):
        raise InvalidType(f"a search is a function of chunks, got {search!r:.80}")
    name = name_of(search)
    ranking = search(chunks)
    if not callable(ranking):
        raise InvalidType(
            f"the search {name} must return a function of a question, got {ranking!r:.80}"
        )
    known = {address(chunk): chunk for chunk in chunks}

    def ask(question: str) -> Iterator[tuple[Chunk, float]]:
        seen: set[Address] = set()
        before = float("inf")
        ranked = ranking(question)
        if not isinstance(ranked, Iterable):
            raise InvalidType(
                f"the search {name} must rank pairs (chunk, score), got {ranked!r:.80}"
            )
        for place, pair in enumerate(ranked, 1):
            where = f"the search {name}, place {place} of {question!r:.60}"
            chunk, score = _pair(pair, where)
            this = address(chunk)
            if known.get(this) != chunk:
                raise InvalidValue(
                    f"{where}: {chunk.source_id} #{chunk.index} is none of the chunks that it was "
                    "given: return these very chunks"
                )
            if this in seen:
                raise InvalidValue(
                    f"{where}: {chunk.source_id} #{chunk.index} comes twice: rank a chunk once"
                )
            if score > before:
                raise InvalidValue(
                    f"{where}: its score {score} is higher than {before} before it: rank the best "
                    "first, and turn a distance round"
                )
            seen.add(this)
            before = score
            yield chunk, score

    return ask


def _pair(pair: object, where: str) -> tuple[Chunk, float]:
    if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], Chunk):
        raise InvalidType(f"{where} must be a pair (chunk, score), got {pair!r:.80}")
    chunk, score = pair
    if isinstance(score, bool) or not isinstance(score, Real):
        raise InvalidType(
            f"{where}: the score {score!r:.40} is no number: give a float, higher for better"
        )
    if not isfinite(score):
        raise InvalidValue(f"{where}: the score {score!r:.40} is no finite number: leave it out")
    return chunk, float(score)


def _stand_in(name: str, chunks: Sequence[Chunk]) -> tuple[Document, list[Chunk]]:
    """A document under another name that holds the chunks, with blanks where none stands."""
    text = [" "] * max(chunk.char_end for chunk in chunks)
    for chunk in chunks:
        text[chunk.char_start : chunk.char_end] = chunk.text
    document = Document.of_text("".join(text), source_id=name)
    return document, cut(document, ((*chunk.span, chunk.context) for chunk in chunks))
