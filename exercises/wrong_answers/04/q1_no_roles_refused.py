# hint: no roles at all were refused; they are sound
@dataclass(frozen=True)
class Labels:
    source_id: str
    tenant: str
    environment: str
    acl_roles: frozenset
    updated_at: datetime

    def __post_init__(self):
        if not self.acl_roles:
            raise ValueError("acl_roles is empty")
        object.__setattr__(self, "acl_roles", frozenset(self.acl_roles))
