# hint: acl_roles is kept as a tuple; keep a frozenset of your own
@dataclass(frozen=True)
class Labels:
    source_id: str
    tenant: str
    environment: str
    acl_roles: frozenset
    updated_at: datetime

    def __post_init__(self):
        object.__setattr__(self, "acl_roles", tuple(self.acl_roles))
