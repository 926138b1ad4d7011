# hint: was refused, but the message names tenant too
@dataclass(frozen=True)
class Labels:
    source_id: str
    tenant: str
    environment: str
    acl_roles: frozenset
    updated_at: datetime

    def __post_init__(self):
        for name in (self.source_id, self.tenant, self.environment):
            if not isinstance(name, str) or not name or name != name.strip():
                raise ValueError("source_id, tenant and environment must be names")
        object.__setattr__(self, "acl_roles", frozenset(self.acl_roles))
