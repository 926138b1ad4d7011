# hint: source_id, blank, was accepted
@dataclass(frozen=True)
class Labels:
    source_id: str
    tenant: str
    environment: str
    acl_roles: frozenset
    updated_at: datetime

    def __post_init__(self):
        for label in ("source_id", "tenant", "environment"):
            if not getattr(self, label):
                raise ValueError(f"{label} is empty")
        object.__setattr__(self, "acl_roles", frozenset(self.acl_roles))
