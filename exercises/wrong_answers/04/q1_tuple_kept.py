# hint: acl_roles is kept as a tuple; keep a frozenset of your own
@dataclass(frozen=True)
class Labels:
    source_id: str
    tenant: str
    environment: str
    acl_roles: frozenset
    updated_at: datetime

    def __post_init__(self):
        if isinstance(self.acl_roles, str) or not isinstance(self.acl_roles, Collection):
            raise TypeError(f"acl_roles must be a collection, got {self.acl_roles!r}")
        names = [(label, getattr(self, label)) for label in ("source_id", "tenant", "environment")]
        names += [("acl_roles", role) for role in self.acl_roles]
        for label, name in names:
            if not isinstance(name, str) or not name or name != name.strip():
                raise ValueError(f"{label} holds {name!r}")
        if not isinstance(self.updated_at, datetime) or self.updated_at.utcoffset() is None:
            raise ValueError("updated_at needs a time zone")
        object.__setattr__(self, "acl_roles", tuple(self.acl_roles))
