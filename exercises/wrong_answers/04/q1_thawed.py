# hint: a label can be changed afterwards: leave frozen=True where it is
@dataclass
class Labels:
    source_id: str
    tenant: str
    environment: str
    acl_roles: frozenset
    updated_at: datetime

    def __post_init__(self):
        self.acl_roles = frozenset(self.acl_roles)
