# hint: was refused, but the message names tenant too
def seal(labels):
    for name in (labels.source_id, labels.tenant, labels.environment):
        if not isinstance(name, str) or not name or name != name.strip():
            raise ValueError("source_id, tenant and environment must be names")
    object.__setattr__(labels, "acl_roles", frozenset(labels.acl_roles))
