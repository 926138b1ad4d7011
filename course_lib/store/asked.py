"""What a caller asks of a store, checked in the same words whatever holds the chunks."""

from __future__ import annotations

from course_lib.access import Identity
from course_lib.errors import InvalidType, InvalidValue, require_int
from course_lib.store.rows import require_storable
from course_lib.store.terms import match_phrases

MOST_VALUES = 30_000  # that SQLite binds in one statement
LARGEST = 2**62


def phrases_of(query: str) -> list[str]:
    """Return a query's words; raises InvalidType for what is no string."""
    if not isinstance(query, str):
        raise InvalidType(f"query must be a str of words, got {query!r}")
    return match_phrases(query)


def require_numbers(k: int, neighbours: int) -> None:
    """Raise InvalidType or InvalidValue unless both can be counts of chunks."""
    for name, number, least in (("k", k, 1), ("neighbours", neighbours, 0)):
        require_int(name, number)
        if number < least:
            words = "ask for one chunk or more" if least else "0 is none"
            kind = "positive" if least else "0 or more"
            raise InvalidValue(f"{name} must be {kind}, got {number}: {words}")


def roles_of(identity: Identity) -> list[str]:
    """Return the roles of whoever asks, sorted; raises InvalidType or InvalidValue for nobody."""
    if not isinstance(identity, Identity):
        raise InvalidType(f"identity must be an Identity, got {identity!r}: say who asks")
    roles = sorted(identity.roles)
    if len(roles) > MOST_VALUES:
        raise InvalidValue(f"{len(roles):,} roles are more than {MOST_VALUES:,}")
    require_storable("the identity:", identity.scope.tenant, identity.scope.environment, *roles)
    return roles
