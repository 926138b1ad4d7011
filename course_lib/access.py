"""Who asks, and what they may see.

`visible` is the rule in its plainest form. The store states the same rule in SQL, inside the query
that ranks, and a property test holds the two equal.
"""

from dataclasses import dataclass

from course_lib.guardrails import Guarded, Scope, require_name, require_scope, role_names


@dataclass(frozen=True, slots=True)
class Identity:
    """Who asks: a user, the scope they act in, and the roles they hold there.

    `roles` takes any collection of role names and is kept as a frozenset; it may be empty, and then
    nothing is visible. Raises InvalidValue or InvalidType for what could not be trusted later.

    >>> Identity("hazel", Scope("marrow-quill", "prod"), ["underwriter"]).roles
    frozenset({'underwriter'})
    """

    user_id: str
    scope: Scope
    roles: frozenset[str]

    def __post_init__(self) -> None:
        require_name("user_id", self.user_id, "name who asks, for example 'hazel'")
        require_scope(self.scope)
        object.__setattr__(self, "roles", role_names("roles", self.roles))


def visible(thing: Guarded, identity: Identity) -> bool:
    """Return whether somebody may see a chunk or document: same scope, and a role in common.

    Both sides are compared exactly. No roles, on either side, means nobody.

    >>> from course_lib.samples import load_document
    >>> memo = load_document("memo/55012")
    >>> prod, dev = Scope("marrow-quill", "prod"), Scope("marrow-quill", "dev")
    >>> visible(memo, Identity("hazel", prod, ["underwriter"]))
    True
    >>> visible(memo, Identity("hazel", dev, ["underwriter"]))
    False
    >>> visible(memo, Identity("dorcas", prod, ["contact_centre"]))
    False
    """
    return thing.scope == identity.scope and not thing.acl_roles.isdisjoint(identity.roles)
