"""A document: text that never changes its shape, with the guardrails that say whose it is.

Canonical text is the file's bytes decoded as UTF-8, and nothing else. No newline is translated,
no byte order mark stripped, nothing normalised. So `doc_id` is what `sha256sum FILE` prints, and
two numbers into the text mean the same to everyone. Who must normalise does it before the bytes
become a document.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import Unpack

from course_lib.errors import InvalidType, InvalidValue
from course_lib.guardrails import OWN, REQUIRED_LABELS, Guarded, Guardrails, Labels


class InvalidText(InvalidValue):
    """Text that cannot be canonical; `position` says where the first fault lies.

    The unit of `position` is a byte when bytes were decoded, a code point when a string was given.
    """

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position

    def __reduce__(self) -> tuple[type[InvalidText], tuple[str, int]]:
        return type(self), (str(self), self.position)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Document(Guarded):
    """Canonical text with its guardrails; `doc_id` is the sha256 of the text's UTF-8 bytes.

    The guardrails are given as one value or label by label: source_id, scope, doc_type, acl_roles,
    updated_at and, if there is any, metadata. Lengths and positions are counted in code points, as
    Python counts a string. Raises InvalidText for a lone surrogate, InvalidType for text that is no
    string, and whatever Guardrails raises.

    >>> from datetime import UTC, datetime
    >>> from course_lib import Scope
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
    >>> Document("Pipes old.", note.guardrails).source_id
    'policy/55012'
    """

    text: str
    guardrails: Guardrails
    doc_id: str

    def __init__(
        self, text: str, guardrails: Guardrails | None = None, **labels: Unpack[Labels]
    ) -> None:
        encoded = encode(text)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "guardrails", _one_value(guardrails, labels))
        object.__setattr__(self, "doc_id", sha256(encoded).hexdigest())

    @classmethod
    def of_text(cls, text: str, **labels: Unpack[Labels]) -> Document:
        """Make a document of a text of your own; what is not labelled is labelled as the course's.

        Its scope is then own/texts, and the role `reader` may see it. Raises what Document raises.

        >>> note = Document.of_text("Roof renewed.", source_id="my/note")
        >>> note.source_id, str(note.scope), sorted(note.acl_roles)
        ('my/note', 'own/texts', ['reader'])
        """
        return cls(text, OWN.revised(**labels))

    @classmethod
    def from_bytes(
        cls, data: bytes, guardrails: Guardrails | None = None, **labels: Unpack[Labels]
    ) -> Document:
        r"""Decode bytes as UTF-8 and keep every one of them; labels as for Document itself.

        Raises InvalidText with the position of the first byte that is not UTF-8.

        >>> from course_lib.guardrails import OWN
        >>> Document.from_bytes(b"\xef\xbb\xbfone\r\n", OWN).text
        '\ufeffone\r\n'
        """
        known = _one_value(guardrails, labels)
        return cls(decode(data, known.source_id), known)

    @classmethod
    def from_file(
        cls,
        path: str | PathLike[str],
        guardrails: Guardrails | None = None,
        **labels: Unpack[Labels],
    ) -> Document:
        """Read a file's bytes (never `open()`'s translated text); labels as for Document itself.

        Raises OSError when the file cannot be read and InvalidText when it is not UTF-8.
        """
        return cls(read_text(path), guardrails, **labels)

    def revised(self, text: str | None = None, **labels: Unpack[Labels]) -> Document:
        """Return a new version of the source: other text, other labels, or both; all else is kept.

        Raises whatever Document raises, and InvalidType for a label that there is not.

        >>> from course_lib.samples import load_document
        >>> memo = load_document("memo/55012")
        >>> memo.revised("Withdrawn.").source_id, memo.revised(acl_roles=[]).acl_roles
        ('memo/55012', frozenset())
        """
        return Document(self.text if text is None else text, self.guardrails.revised(**labels))

    def __repr__(self) -> str:
        return (
            f"Document({self.source_id!r}, {len(self.text):,} characters, "
            f"doc_id={self.doc_id[:12]}…, scope={self.scope})"
        )


def _one_value(guardrails: Guardrails | None, labels: Labels) -> Guardrails:
    """Return the guardrails, whichever way they were given: as one value or label by label."""
    if guardrails is None:
        missing = [name for name in REQUIRED_LABELS if name not in labels]
        if missing:
            raise InvalidType(
                f"a document needs labels, and {', '.join(missing)} is missing; "
                "for a text of your own write Document.of_text(text)"
            )
        return Guardrails(**labels)  # type: ignore[arg-type]  # it makes the frozenset of roles
    if not isinstance(guardrails, Guardrails):
        raise InvalidType(
            f"guardrails must be Guardrails, got {guardrails!r}; give single labels by their names"
        )
    if labels:
        raise InvalidType(
            f"give guardrails or {', '.join(labels)}, not both; to change a label write "
            "document.revised(label=value)"
        )
    return guardrails


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
    if not isinstance(data, (bytes, bytearray)):
        raise InvalidType(
            f"{name} must be bytes, got {type(data).__name__}; for a str use Document"
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        converted = data.startswith((b"%PDF-", b"PK\x03\x04"))  # a Word file is a zip
        advice = (
            "a PDF or Word file is for read_document" if converted else "save it as UTF-8 first"
        )
        raise InvalidText(
            f"{name} is not UTF-8: byte 0x{data[error.start]:02x} at position {error.start} "
            f"({error.reason}); {advice}",
            error.start,
        ) from None


def encode(text: str) -> bytes:
    r"""Encode text as UTF-8; raises InvalidText for a lone surrogate, InvalidType for no string.

    >>> encode("ab\ud83d")
    Traceback (most recent call last):
        ...
    course_lib.document.InvalidText: the text holds a lone surrogate U+D83D at character 2, ...
    """
    if not isinstance(text, str):
        raise InvalidType(
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
