"""A document: text that never changes its shape, and the guardrails that say whose it is.

Canonical text is the file's bytes decoded as UTF-8, and nothing else. No newline is translated,
no byte order mark stripped, nothing normalised. So `doc_id` is what `sha256sum FILE` prints, and
two numbers into the text mean the same to everyone. Who must normalise does it before the bytes
become a document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import NotRequired, TypedDict, Unpack


class InvalidText(ValueError):  # noqa: N818 (it names the text, as KeyError names the key)
    """Text that cannot be canonical; `position` says where the first fault lies.

    The unit of `position` is a byte when bytes were decoded, a code point when a string was given.
    """

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


@dataclass(frozen=True, slots=True)
class Scope:
    """The isolation key: whose data it is (tenant) and which copy of the world (environment).

    Raises ValueError when either part is empty or padded with white space.

    >>> Scope("marrow-quill", "prod")
    Scope(tenant='marrow-quill', environment='prod')
    >>> Scope("marrow-quill", "")
    Traceback (most recent call last):
        ...
    ValueError: environment is empty: say whose data this is, for example 'prod'
    """

    tenant: str
    environment: str

    def __str__(self) -> str:
        return f"{self.tenant}/{self.environment}"

    def __post_init__(self) -> None:
        _require_name("tenant", self.tenant, "say whose data this is, for example 'marrow-quill'")
        _require_name("environment", self.environment, "say whose data this is, for example 'prod'")


class Metadata(Mapping[str, str]):
    """A read-only mapping of strings to strings, shared by reference and safe to share.

    Raises TypeError when the input is no mapping or holds anything but strings.

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
            raise TypeError(f"metadata must be a mapping of str to str, got {type(items).__name__}")
        copied = dict(items or {})
        for key, value in copied.items():
            if not isinstance(key, str) or not isinstance(value, str):
                raise TypeError(
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


@dataclass(frozen=True, slots=True)
class Guardrails:
    """The labels that every chunk of a document carries, unchanged and shared by reference.

    `acl_roles` takes any collection of role names and is kept as a frozenset; no roles means
    nobody may read. `updated_at` must know its time zone. Raises ValueError or TypeError for a
    label that could not be trusted later.

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
        _require_name("source_id", self.source_id, "name the source, for example 'policy/55012'")
        _require_name("doc_type", self.doc_type, "name the kind, for example 'claim'")
        if not isinstance(self.scope, Scope):
            raise TypeError(
                f"scope must be a Scope, got {self.scope!r}; write Scope(tenant, environment)"
            )
        if not isinstance(self.updated_at, datetime):
            raise TypeError(f"updated_at must be a datetime, got {self.updated_at!r}")
        if self.updated_at.utcoffset() is None:
            raise ValueError(
                f"updated_at {self.updated_at.isoformat()} has no time zone; "
                "add one, for example tzinfo=datetime.UTC"
            )
        object.__setattr__(self, "acl_roles", _role_names(self.acl_roles))
        if not isinstance(self.metadata, Metadata):
            object.__setattr__(self, "metadata", Metadata(self.metadata))


class Labels(TypedDict):
    """The guardrails as keyword arguments."""

    source_id: str
    scope: Scope
    doc_type: str
    acl_roles: Iterable[str]
    updated_at: datetime
    metadata: NotRequired[Mapping[str, str]]


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


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Document(Guarded):
    """Canonical text with its guardrails; `doc_id` is the sha256 of the text's UTF-8 bytes.

    Lengths and positions are counted in code points, as Python counts a string. Raises InvalidText
    for a lone surrogate, TypeError for text that is no string, and whatever Guardrails raises.

    >>> from datetime import UTC, datetime
    >>> note = Document(
    ...     "Roof renewed.",
    ...     source_id="policy/55012",
    ...     scope=Scope("marrow-quill", "prod"),
    ...     doc_type="underwriting_note",
    ...     acl_roles={"underwriter"},
    ...     updated_at=datetime(2026, 3, 14, tzinfo=UTC),
    ... )
    >>> note.doc_id[:12], note.source_id
    ('4081200f3f03', 'policy/55012')
    """

    text: str
    guardrails: Guardrails
    doc_id: str

    def __init__(
        self,
        text: str,
        source_id: str,
        scope: Scope,
        doc_type: str,
        acl_roles: Iterable[str],
        updated_at: datetime,
        metadata: Mapping[str, str] = Metadata(),
    ) -> None:
        encoded = encode(text)
        labels = Guardrails(
            source_id=source_id,
            scope=scope,
            doc_type=doc_type,
            acl_roles=acl_roles,  # type: ignore[arg-type]  # Guardrails makes the frozenset
            updated_at=updated_at,
            metadata=metadata,
        )
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "guardrails", labels)
        object.__setattr__(self, "doc_id", sha256(encoded).hexdigest())

    @classmethod
    def from_bytes(cls, data: bytes, **labels: Unpack[Labels]) -> Document:
        r"""Decode bytes as UTF-8 and keep every one of them; `labels` as for Document itself.

        Raises InvalidText with the position of the first byte that is not UTF-8.

        >>> from datetime import UTC, datetime
        >>> Document.from_bytes(
        ...     b"\xef\xbb\xbfone\r\n",
        ...     source_id="note/1",
        ...     scope=Scope("marrow-quill", "dev"),
        ...     doc_type="note",
        ...     acl_roles=[],
        ...     updated_at=datetime(2026, 1, 1, tzinfo=UTC),
        ... ).text
        '\ufeffone\r\n'
        """
        return cls(decode(data, labels["source_id"]), **labels)

    @classmethod
    def from_file(cls, path: str | PathLike[str], **labels: Unpack[Labels]) -> Document:
        """Read a file's bytes (never `open()`'s translated text); `labels` as for Document itself.

        Raises OSError when the file cannot be read and InvalidText when it is not UTF-8.
        """
        return cls(read_text(path), **labels)

    def __repr__(self) -> str:
        return (
            f"Document({self.source_id!r}, {len(self.text):,} characters, "
            f"doc_id={self.doc_id[:12]}…, scope={self.scope})"
        )


def read_text(path: str | PathLike[str]) -> str:
    """Return a file's canonical text; raises OSError, or InvalidText with the byte position."""
    return decode(Path(path).read_bytes(), fspath(path))


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8 strictly; raises InvalidText that names the thing and the byte's position.

    >>> decode(b"Caf\\xe9", "menu.txt")
    Traceback (most recent call last):
        ...
    course_lib.document.InvalidText: menu.txt is not UTF-8: byte 0xe9 at position 3 ...
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidText(
            f"{name} is not UTF-8: byte 0x{data[error.start]:02x} at position {error.start} "
            f"({error.reason}); save it as UTF-8 first",
            error.start,
        ) from None


def encode(text: str) -> bytes:
    r"""Encode text as UTF-8; raises InvalidText for a lone surrogate, TypeError for no string.

    >>> encode("ab\ud83d")
    Traceback (most recent call last):
        ...
    course_lib.document.InvalidText: the text holds a lone surrogate U+D83D at character 2, ...
    """
    if not isinstance(text, str):
        raise TypeError(
            f"text must be a str, got {type(text).__name__}; for bytes use Document.from_bytes"
        )
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidText(
            f"the text holds a lone surrogate U+{ord(text[error.start]):04X} at character "
            f"{error.start}, which no file can hold; decode the source again, or replace it "
            "before making a document",
            error.start,
        ) from None


def _require_name(field: str, value: str, advice: str) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{field} must be a str, got {value!r}; {advice}")
    if not value.strip():
        raise ValueError(f"{field} is empty: {advice}")
    if value != value.strip():
        raise ValueError(f"{field} {value!r} is padded with white space: strip it first")


def _role_names(roles: Iterable[str]) -> frozenset[str]:
    if isinstance(roles, (str, bytes)):
        raise TypeError(
            f"acl_roles is the bare string {roles!r}, which would become one role a letter; "
            f"write {{{roles!r}}}"
        )
    try:
        names = list(roles)
    except TypeError:
        raise TypeError(
            f"acl_roles must be a collection of role names, got {roles!r}; "
            "for nobody write an empty set: set()"
        ) from None
    for name in names:
        _require_name("a role in acl_roles", name, "name the role, for example 'underwriter'")
    return frozenset(names)
