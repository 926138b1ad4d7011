"""Who asks, what they get, and what they should have got: one search under three filters."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

import ipywidgets

from course_lib.access import Identity, visible
from course_lib.document import Document
from course_lib.errors import InvalidValue, UnknownName
from course_lib.guardrails import Scope
from course_lib.show import html
from course_lib.show.controls import LiveView, choice, knob
from course_lib.show.drawings import ranking_picture
from course_lib.show.stills import Picture
from course_lib.store import ChunkStore, Hit

Place: TypeAlias = tuple[Scope, str, int]
LEAD, EXCERPT = 24, 110  # characters shown of a chunk, and how many of them before the first match
MOST_BOXES = 200
FILTERS = ("in the query", "after ranking", "no filter")
RESULTS = (1, 20)


def place_of(hit: Hit) -> Place:
    """Return where a chunk stands in the store."""
    return hit.chunk.scope, hit.chunk.source_id, hit.chunk.index


def whole_ranking(store: ChunkStore, query: str, documents: Collection[Document]) -> list[Hit]:
    """Return the ranking that nobody should be shown: every chunk that holds a word of the query.

    The store has no search without a filter, so each scope is asked with every role there is. A
    score counts within its scope, so across scopes this is the order of a program that merges them.
    """
    scopes = dict.fromkeys(document.scope for document in documents)
    roles = frozenset().union(*(document.acl_roles for document in documents))
    keys = [Identity("every-key", scope, roles) for scope in scopes]
    most = sum(len(document.text) for document in documents) + 1
    hits = [hit for key in keys for hit in store.search(query, key, k=most)]
    return sorted(hits, key=lambda hit: (-hit.score, hit.chunk.source_id, hit.chunk.index))


@dataclass(frozen=True, slots=True)
class Shown:
    """What somebody was shown, and how many chunks they should have been shown."""

    identity: Identity
    asked: int
    due: int
    hits: Sequence[Hit]
    ranking: Sequence[Hit] = ()  # of all chunks, which nobody should be shown

    @property
    def places(self) -> set[Place]:
        """Where the chunks that are shown stand in the store."""
        return {place_of(hit) for hit in self.hits}

    @property
    def missed(self) -> list[Hit]:
        """The best of the chunks that they should have been shown besides."""
        shown = self.places
        theirs = (hit for hit in self.ranking if visible(hit.chunk, self.identity))
        return list(islice((hit for hit in theirs if place_of(hit) not in shown), self.missing))

    @property
    def forbidden(self) -> int:
        """How many of the chunks shown are none of their business."""
        return sum(not visible(hit.chunk, self.identity) for hit in self.hits)

    @property
    def missing(self) -> int:
        """How many chunks they should have been shown besides."""
        return max(0, self.due - (len(self.hits) - self.forbidden))

    @property
    def verdict(self) -> str:
        """The counts in words."""
        return (
            f"{len(self.hits)} of {self.asked} shown, {self.forbidden} forbidden, "
            f"{self.missing} missing"
        )


def show_filtered(
    store: ChunkStore, ranking: Sequence[Hit], query: str, identity: Identity, k: int, filtered: str
) -> Shown:
    """Show somebody k results, with the filter in one of three places.

    Raises InvalidValue for a place that there is not.
    """
    due = min(k, sum(visible(hit.chunk, identity) for hit in ranking))
    if filtered == "in the query":
        return Shown(identity, k, due, store.search(query, identity, k), ranking)
    if filtered == "after ranking":
        theirs = [hit for hit in ranking[:k] if visible(hit.chunk, identity)]
        return Shown(identity, k, due, theirs, ranking)
    if filtered == "no filter":
        return Shown(identity, k, due, ranking[:k], ranking)
    raise InvalidValue(f"no filter {filtered!r}; choose from {', '.join(FILTERS)}")


def why_not(chunk_scope: Scope, acl_roles: Collection[str], identity: Identity) -> str:
    """Say in words what stands between somebody and a chunk; empty when nothing does."""
    if chunk_scope.tenant != identity.scope.tenant:
        return "another tenant"
    if chunk_scope.environment != identity.scope.environment:
        return "another environment"
    return "" if identity.roles.intersection(acl_roles) else "none of the roles"


def excerpt_html(text: str, query: str) -> str:
    """Return some words of a chunk, on one line, from the first word of the query on."""
    words = "|".join(map(re.escape, re.findall(r"\w+", query))) or r"(?!)"
    asked = re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    line = " ".join(text.split())
    found = asked.search(line)
    start = line.rfind(" ", 0, max(0, found.start() - LEAD) if found else 0) + 1
    piece = line[start : start + EXCERPT]
    parts, at = ["… " if start else ""], 0
    for match in asked.finditer(piece):
        parts += [html.escaped(piece[at : match.start()]), f"<mark>{html.escaped(match[0])}</mark>"]
        at = match.end()
    return "".join(parts) + html.escaped(piece[at:]) + (" …" if start + EXCERPT < len(line) else "")


def ranking_html(shown: Shown) -> str:
    """Return the whole ranking as a row of boxes: theirs or forbidden, shown or not."""
    places, missed = shown.places, {place_of(hit) for hit in shown.missed}
    boxes = []
    for hit in shown.ranking[:MOST_BOXES]:
        place, theirs = place_of(hit), visible(hit.chunk, shown.identity)
        looks = "" if theirs else " cl-forbidden"
        looks += " cl-shown" if place in places else " cl-missed" if place in missed else ""
        mark = ("✔" if theirs else "✘") if place in places else "–" if place in missed else ""
        boxes.append(f'<span class="cl-ranked{looks}">{mark}</span>')
    more = f" (the best {MOST_BOXES} drawn)" if len(shown.ranking) > MOST_BOXES else ""
    count = sum(visible(hit.chunk, shown.identity) for hit in shown.ranking)
    told = f"{len(shown.ranking)} chunks hold a word of the query, {count} of them theirs{more}"
    return (
        f'<div class="cl-ranking" role="img" aria-label="{told}; {shown.verdict}">'
        f'{"".join(boxes)}</div><p class="cl-legend">{told}, best first. Solid: theirs; dashed: '
        "forbidden; filled: shown; ✘: leaked; –: missing.</p>"
    )


def shown_html(shown: Shown, query: str) -> str:
    """Return the ranking, and a row for each chunk shown, and for each that is missing."""
    rows = [_row(f"{rank}.", hit, shown.identity, query) for rank, hit in enumerate(shown.hits, 1)]
    rows += [_row("", hit, shown.identity, query, missing=True) for hit in shown.missed]
    head = "".join(f'<th scope="col">{name}</th>' for name in ("theirs?", "words", "source"))
    table = f'<table class="cl-table"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody>'
    drawn = f"{table}</table>" if rows else "<p>Nothing was shown.</p>"
    return f'<div class="cl">{ranking_html(shown)}{drawn}</div>'


def _row(rank: str, hit: Hit, identity: Identity, query: str, missing: bool = False) -> str:
    chunk = hit.chunk
    reason = why_not(chunk.scope, chunk.acl_roles, identity)
    look, words = (
        ("cl-leak", f"✘\N{NO-BREAK SPACE}forbidden: {reason}")
        if reason
        else ("", "✔\N{NO-BREAK SPACE}theirs")
    )
    if missing:
        look, words = "cl-lack", "–\N{NO-BREAK SPACE}missing"
    roles = ", ".join(sorted(chunk.acl_roles)) or "nobody"
    source = html.escaped(f"{chunk.source_id} #{chunk.index}")
    meant = html.escaped(f"{chunk.scope}, for {roles}")
    return (
        f'<tr class="{look}"><th scope="row">{rank} {words}</th>'
        f'<td class="cl-excerpt">{excerpt_html(chunk.text, query)}</td>'
        f"<td>{source}<small>{meant}</small></td></tr>"
    )


class AccessExplorer(LiveView):
    """One search, asked by whom you choose, with the filter where you put it.

    `documents` are what the store holds: they say which tenants, environments and roles there are.
    Raises InvalidValue for a k beyond the slider, UnknownName for an unknown role or scope.

    >>> from course_lib import ParagraphChunker
    >>> from course_lib.samples import load_documents
    >>> from tempfile import TemporaryDirectory
    >>> documents = load_documents()[:6]
    >>> with TemporaryDirectory() as folder, ChunkStore(f"{folder}/demo.db") as store:
    ...     for document in documents:
    ...         _ = store.replace(document, ParagraphChunker(300).split(document))
    ...     explorer = AccessExplorer(store, documents, "premium", roles=["claims_handler"], k=3)
    ...     explorer.filtered.value = "no filter"
    ...     print(explorer.sentence)
    marrow-quill/prod as claims_handler, no filter: 3 of 3 shown, 1 forbidden, 0 missing
    """

    def __init__(
        self,
        store: ChunkStore,
        documents: Collection[Document],
        query: str,
        *,
        tenant: str = "marrow-quill",
        environment: str = "prod",
        roles: Collection[str] = ("contact_centre",),
        k: int = 5,
        filtered: str = "in the query",
        key: str | None = None,
    ) -> None:
        self.store, self.documents = store, documents
        self.query = ipywidgets.Text(value=query, description="query", continuous_update=False)
        self.tenant = choice("tenant", [d.scope.tenant for d in documents], tenant)
        environments = [document.scope.environment for document in documents]
        self.environment = choice("environment", environments, environment)
        names = sorted(frozenset().union(*(document.acl_roles for document in documents)))
        for role in roles:
            if role not in names:
                raise UnknownName(f"no role {role!r}; choose from {', '.join(names)}")
        self.roles = {
            name: ipywidgets.Checkbox(
                value=name in roles,
                description=name,
                indent=False,
                layout=ipywidgets.Layout(width="auto", margin="2px 16px 2px 2px"),
            )
            for name in names
        }
        self.k = knob("k", k, RESULTS, unit="results asked for")
        self.filtered = choice("filter", FILTERS, filtered)
        boxes = self.roles.values()
        held = ipywidgets.HBox([ipywidgets.Label("roles held"), ipywidgets.HBox([*boxes])])
        controls = [self.query, self.tenant, self.environment, *boxes, self.filtered, self.k]
        rows = [self.query, self.tenant, self.environment, held, self.filtered, self.k]
        self._open_with(rows, controls, key)

    @property
    def identity(self) -> Identity:
        """Who asks, as the controls say."""
        held = frozenset(name for name, box in self.roles.items() if box.value)
        return Identity("you", Scope(self.tenant.value, self.environment.value), held)

    @property
    def shown(self) -> Shown:
        """What they are shown."""
        query, k, filtered = self.query.value, self.k.value, self.filtered.value
        ranking = whole_ranking(self.store, query, self.documents)
        return show_filtered(self.store, ranking, query, self.identity, k, filtered)

    @property
    def sentence(self) -> str:
        """The current state in words."""
        identity = self.identity
        who = ", ".join(sorted(identity.roles)) or "nobody in particular"
        where = self.filtered.value
        if where != "no filter":
            where = f"filter {where}"
        return f"{identity.scope} as {who}, {where}: {self.shown.verdict}"

    def _show(self) -> None:
        shown = self.shown
        self.verdict.tell(shown.verdict, good=not shown.forbidden and not shown.missing)
        self.summary.value = shown_html(shown, self.query.value)

    def _picture(self) -> Picture:
        shown = self.shown
        places = shown.places
        seen = [
            (visible(hit.chunk, shown.identity), place_of(hit) in places) for hit in shown.ranking
        ]
        return ranking_picture(seen[:MOST_BOXES], self.sentence)
