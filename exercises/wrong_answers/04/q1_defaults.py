# hint: a default hides that nobody said it
@dataclass(frozen=True)
class Labels:
    source_id: str = "unknown"
    tenant: str = "unknown"
    environment: str = "prod"
    acl_roles: Collection = frozenset()
    updated_at: datetime | None = None

    def __post_init__(self):
        seal(self)


def seal(labels):
    if isinstance(labels.acl_roles, str) or not isinstance(labels.acl_roles, Collection):
        raise TypeError("acl_roles must be a collection")
    names = [(label, getattr(labels, label)) for label in ("source_id", "tenant", "environment")]
    names += [("acl_roles", role) for role in labels.acl_roles]
    for label, name in names:
        if not isinstance(name, str) or not name or name != name.strip():
            raise ValueError(f"{label} holds {name!r}")
    if not isinstance(labels.updated_at, datetime) or labels.updated_at.utcoffset() is None:
        raise ValueError("updated_at needs a time zone")
    object.__setattr__(labels, "acl_roles", frozenset(labels.acl_roles))
