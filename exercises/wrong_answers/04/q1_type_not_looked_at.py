# hint: look at the type before you use the value
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
            if name == "" or name != name.strip():
                raise ValueError(f"{label} holds {name!r}")
        object.__setattr__(self, "acl_roles", frozenset(self.acl_roles))
