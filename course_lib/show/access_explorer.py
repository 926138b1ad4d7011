"""Who asks, what they get, and what they should have got: one search under three filters."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import ipywidgets

from course_lib.access import Identity, visible
from course_lib.document import Document
from course_lib.errors import InvalidValue, UnknownName
from course_lib.guardrails import Scope
from course_lib.show import html
from course_lib.show.controls import LiveView, choice, knob
from course_lib.store import ChunkStore, Hit

FILTERS = ("in the query", "after ranking", "no filter")
RESULTS = (1, 20)


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
        return Shown(identity, k, due, store.search(query, identity, k))
    if filtered == "after ranking":
        return Shown(identity, k, due, [h for h in ranking[:k] if visible(h.chunk, identity)])
    if filtered == "no filter":
        return Shown(identity, k, due, ranking[:k])
    raise InvalidValue(f"no filter {filtered!r}; choose from {', '.join(FILTERS)}")


def why_not(chunk_scope: Scope, acl_roles: Collection[str], identity: Identity) -> str:
    """Say in words what stands between somebody and a chunk; empty when nothing does."""
    if chunk_scope.tenant != identity.scope.tenant:
        return "another tenant"
    if chunk_scope.environment != identity.scope.environment:
        return "another environment"
    return "" if identity.roles.intersection(acl_roles) else "none of the roles"


def shown_html(shown: Shown) -> str:
    """Return the counts and a row for each chunk shown, with the reason where it is forbidden."""
    rows = []
    for rank, hit in enumerate(shown.hits, 1):
        chunk = hit.chunk
        reason = why_not(chunk.scope, chunk.acl_roles, shown.identity)
        allowed = f"✘ forbidden: {reason}" if reason else "✔"
        roles = ", ".join(sorted(chunk.acl_roles)) or "nobody"
        cells = [allowed, str(chunk.scope), roles]
        rows.append((f"{rank}. {chunk.source_id} #{chunk.index}", cells))
    figures = [
        ("asked for", str(shown.asked)),
        ("shown", str(len(shown.hits))),
        ("forbidden: a leak", str(shown.forbidden)),
        ("missing: theirs, and not shown", str(shown.missing)),
    ]
    table = html.table_html(["may they see it?", "scope", "roles that may"], rows)
    mark = html.mark_of(not shown.forbidden and not shown.missing)
    status = html.status_html(shown.verdict, mark) + html.numbers_html(figures)
    return f'<div class="cl">{status}{table if rows else "<p>Nothing was shown.</p>"}</div>'


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
        scope = ipywidgets.HBox([self.tenant, self.environment])
        boxes = self.roles.values()
        held = ipywidgets.HBox([ipywidgets.Label("roles held"), *boxes])
        rows = [self.query, scope, held, self.filtered, self.k]
        controls = [self.query, self.tenant, self.environment, self.filtered, self.k, *boxes]
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
        self.summary.value = shown_html(self.shown)
