"""Guardrails: the labels that say whose a text is, and that every chunk of it carries unchanged.

Provenance is `source_id`, isolation is `scope` (tenant and environment), permission is `acl_roles`.
They are one value, checked once when it is made, frozen, and shared by reference: a document's
thousand chunks hold the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, TypedDict, Unpack

from course_lib.errors import InvalidType, InvalidValue


@dataclass(frozen=True, slots=True)
class Scope:
    """The isolation key: whose data it is (tenant) and which copy of the world (environment).

    Raises InvalidValue when either part is empty or padded with white space.

    >>> Scope("marrow-quill", "prod")
    Scope(tenant='marrow-quill', environment='prod')
    >>> Scope("marrow-quill", "")
    Traceback (most recent call last):
        ...
    course_lib.errors.InvalidValue: environment is empty: say whose data this is, for example 'prod'
    """

    tenant: str
    environment: str

    def __str__(self) -> str:
        return f"{self.tenant}/{self.environment}"

    def __post_init__(self) -> None:
        require_name("tenant", self.tenant, "say whose data this is, for example 'marrow-quill'")
        require_name("environment", self.environment, "say whose data this is, for example 'prod'")


class Metadata(Mapping[str, str]):
    """A read-only mapping of strings to strings, shared by reference and safe to share.

    Raises InvalidType when the input is no mapping or holds anything but strings.

    >>> labels = Metadata({"language": "en"})
    >>> labels["language"]
    'en'
    >>> labels["language"] = "de"
    Traceback (most recent call last):
        ...
    TypeError: 'Metadata' object does not support item assignment
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, str] | None = None) -> None:
        if items is not None and not isinstance(items, Mapping):
            raise InvalidType(
                f"metadata must be a mapping of str to str, got {type(items).__name__}"
            )
        copied = dict(items or {})
        for key, value in copied.items():
            if not isinstance(key, str) or not isinstance(value, str):
                raise InvalidType(
                    f"metadata must map str to str, got {key!r}: {value!r}; "
                    "turn the value into a string first"
                )
        self._items = copied

    def __getitem__(self, key: str) -> str:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"Metadata({self._items!r})"


class Labels(TypedDict, total=False):
    """Guardrails as keyword arguments: all of them for a new document, some to change one."""

    source_id: str
    scope: Scope
    doc_type: str
    acl_roles: Iterable[str]
    updated_at: datetime
    metadata: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Guardrails:
    """The labels that every chunk of a document carries, unchanged and shared by reference.

    `acl_roles` takes any collection of role names and is kept as a frozenset; no roles means
    nobody may read. `updated_at` must know its time zone, and is kept as a plain datetime of the
    same moment with the same offset. Raises InvalidValue or InvalidType for a label that could not
    be trusted later.

    >>> from datetime import UTC, datetime
    >>> labels = Guardrails(
    ...     source_id="policy/55012",
    ...     scope=Scope("marrow-quill", "prod"),
    ...     doc_type="underwriting_note",
    ...     acl_roles=["underwriter"],
    ...     updated_at=datetime(2026, 3, 14, tzinfo=UTC),
    ... )
    >>> labels.acl_roles
    frozenset({'underwriter'})
    """

    source_id: str
    scope: Scope
    doc_type: str
    acl_roles: frozenset[str]
    updated_at: datetime
    metadata: Mapping[str, str] = Metadata()

    def __post_init__(self) -> None:
        require_source_id(self.source_id)
        require_name("doc_type", self.doc_type, "name the kind, for example 'claim'")
        require_scope(self.scope)
        object.__setattr__(self, "updated_at", plain_moment("updated_at", self.updated_at))
        object.__setattr__(self, "acl_roles", role_names("acl_roles", self.acl_roles))
        if not isinstance(self.metadata, Metadata):
            object.__setattr__(self, "metadata", Metadata(self.metadata))

    def revised(self, **labels: Unpack[Labels]) -> Guardrails:
        """Return the same guardrails with other values for some labels.

        >>> OWN.revised(source_id="my/note").source_id
        'my/note'
        """
        return replace(self, **labels)  # type: ignore[arg-type]  # the roles become a frozenset

    def as_dict(self) -> dict[str, Any]:
        """Return the labels in values that JSON can hold; roles are sorted, the date is ISO 8601.

        >>> OWN.as_dict()["tenant"], OWN.as_dict()["acl_roles"], OWN.as_dict()["updated_at"]
        ('own', ['reader'], '2026-01-01T00:00:00+00:00')
        """
        return {
            "source_id": self.source_id,
            "tenant": self.scope.tenant,
            "environment": self.scope.environment,
            "doc_type": self.doc_type,
            "acl_roles": sorted(self.acl_roles),
            "updated_at": self.updated_at.isoformat(),
            "metadata": dict(self.metadata),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Guardrails:
        """Make guardrails of what `as_dict` returned; other values in it are passed over.

        Raises KeyError for a label that is missing, and what Guardrails raises.

        >>> Guardrails.from_dict(OWN.as_dict()) == OWN
        True
        """
        return cls(
            source_id=values["source_id"],
            scope=Scope(values["tenant"], values["environment"]),
            doc_type=values["doc_type"],
            acl_roles=values["acl_roles"],
            updated_at=datetime.fromisoformat(values["updated_at"]),
            metadata=values["metadata"],
        )


REQUIRED_LABELS = ("source_id", "scope", "doc_type", "acl_roles", "updated_at")


class Guarded:
    """Reads the guardrails of a thing as if they were its own fields."""

    __slots__ = ()
    guardrails: Guardrails

    @property
    def source_id(self) -> str:
        """Provenance: which source the text came from."""
        return self.guardrails.source_id

    @property
    def scope(self) -> Scope:
        """Isolation: whose data it is."""
        return self.guardrails.scope

    @property
    def doc_type(self) -> str:
        """What kind of document it is."""
        return self.guardrails.doc_type

    @property
    def acl_roles(self) -> frozenset[str]:
        """Permissions: the roles that may read it; none means nobody."""
        return self.guardrails.acl_roles

    @property
    def updated_at(self) -> datetime:
        """When the source last changed, with its time zone."""
        return self.guardrails.updated_at

    @property
    def metadata(self) -> Mapping[str, str]:
        """Further labels, read-only."""
        return self.guardrails.metadata


def require_scope(scope: object) -> None:
    """Raise InvalidType unless it is a Scope."""
    if not isinstance(scope, Scope):
        raise InvalidType(f"scope must be a Scope, got {scope!r}; write Scope(tenant, environment)")


def require_source_id(source_id: str) -> None:
    """Raise InvalidType or InvalidValue unless it can name a source."""
    require_name("source_id", source_id, "name the source, for example 'policy/55012'")


def require_name(field: str, value: str, advice: str) -> None:
    """Raise InvalidType or InvalidValue, with the advice, unless the value can serve as a name."""
    if not isinstance(value, str):
        raise InvalidType(f"{field} must be a str, got {value!r}; {advice}")
    if not value.strip():
        raise InvalidValue(f"{field} is empty: {advice}")
    if value != value.strip():
        raise InvalidValue(f"{field} {value!r} is padded with white space: strip it first")
    if len(value.splitlines()) > 1:
        raise InvalidValue(f"{field} {value!r} runs over a line break: a name is one line")


def plain_moment(field: str, moment: datetime) -> datetime:
    """Return the same moment as a plain datetime with a fixed offset; raises if it is none.

    A zone with summer time gives an hour twice, and two datetimes of it are then never equal across
    zones (PEP 495); a subclass may be finer than a microsecond, or no moment at all.

    >>> from zoneinfo import ZoneInfo
    >>> repeated = datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Vienna"))
    >>> print(plain_moment("updated_at", repeated))
    2026-10-25 02:30:00+01:00
    """
    if not isinstance(moment, datetime):
        raise InvalidType(f"{field} must be a datetime, got {moment!r}")
    if moment != moment:  # pandas.NaT
        raise InvalidValue(f"{field} {moment!r} is no moment; say when the source last changed")
    offset = moment.utcoffset()
    if offset is None:
        raise InvalidValue(
            f"{field} {moment.isoformat()} has no time zone; "
            "add one, for example tzinfo=datetime.UTC"
        )
    if getattr(moment, "nanosecond", 0):
        raise InvalidValue(
            f"{field} {moment.isoformat()} is finer than a microsecond; "
            "round it, for example with .floor('us')"
        )
    day = moment.year, moment.month, moment.day
    clock = moment.hour, moment.minute, moment.second, moment.microsecond
    naive = datetime(*day, *clock)
    if not timedelta(0) <= naive - datetime.min - offset <= datetime.max - datetime.min:
        raise InvalidValue(f"{field} {moment.isoformat()} lies outside the years 1 to 9999 in UTC")
    plain = type(moment) is datetime and type(moment.tzinfo) is timezone
    return moment if plain else naive.replace(tzinfo=timezone(offset))


def role_names(field: str, roles: Iterable[str]) -> frozenset[str]:
    """Return a collection of role names as a frozenset; raises for what is no such collection.

    >>> sorted(role_names("roles", ["underwriter", "auditor"]))
    ['auditor', 'underwriter']
    """
    if isinstance(roles, (str, bytes)):
        raise InvalidType(
            f"{field} is the bare string {roles!r}, which would become one role a letter; "
            f"write {{{roles!r}}}"
        )
    if isinstance(roles, Mapping):
        raise InvalidType(f"{field} is the mapping {roles!r}; name only the roles")
    try:
        names = list(roles)
    except TypeError:
        raise InvalidType(
            f"{field} must be a collection of role names, got {roles!r}; "
            "for nobody write an empty set: set()"
        ) from None
    for name in names:
        require_name(f"a role in {field}", name, "name the role, for example 'underwriter'")
    return frozenset(names)


# Labels for a text of one's own, where nobody has to be kept out.
OWN = Guardrails(
    source_id="text",
    scope=Scope("own", "texts"),
    doc_type="text",
    acl_roles=frozenset({"reader"}),
    updated_at=datetime(2026, 1, 1, tzinfo=UTC),
)
