# hint: acl_roles changed when the caller's list did
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
