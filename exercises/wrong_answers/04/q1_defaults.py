# hint: a default hides that nobody said it
@dataclass(frozen=True)
class Labels:
    source_id: str = "unknown"
    tenant: str = "unknown"
    environment: str = "prod"
    acl_roles: frozenset = frozenset()
    updated_at: datetime | None = None

    def __post_init__(self):
        if isinstance(self.acl_roles, str) or not isinstance(self.acl_roles, Collection):
            raise TypeError("acl_roles must be a collection")
        names = [(label, getattr(self, label)) for label in ("source_id", "tenant", "environment")]
        names += [("acl_roles", role) for role in self.acl_roles]
        for label, name in names:
            if not isinstance(name, str) or not name or name != name.strip():
                raise ValueError(f"{label} holds {name!r}")
        if not isinstance(self.updated_at, datetime) or self.updated_at.utcoffset() is None:
            raise ValueError("updated_at needs a time zone")
        object.__setattr__(self, "acl_roles", frozenset(self.acl_roles))
