# hint: look at each role too
@dataclass(frozen=True)
class Labels:
    source_id: str
    tenant: str
    environment: str
    acl_roles: frozenset
    updated_at: datetime

    def __post_init__(self):
        for label in ("source_id", "tenant", "environment"):
            name = getattr(self, label)
            if not isinstance(name, str) or not name or name != name.strip():
                raise ValueError(f"{label} holds {name!r}")
        if isinstance(self.acl_roles, str) or not isinstance(self.acl_roles, Collection):
            raise TypeError("acl_roles must be a collection")
        if not isinstance(self.updated_at, datetime) or self.updated_at.utcoffset() is None:
            raise ValueError("updated_at needs a time zone")
        object.__setattr__(self, "acl_roles", frozenset(self.acl_roles))
