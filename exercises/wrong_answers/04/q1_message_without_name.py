# hint: was refused, but the message does not name it
def seal(labels):
    for name in (labels.source_id, labels.tenant, labels.environment):
        if not isinstance(name, str) or not name or name != name.strip():
            raise ValueError("a label is wrong")
    object.__setattr__(labels, "acl_roles", frozenset(labels.acl_roles))
