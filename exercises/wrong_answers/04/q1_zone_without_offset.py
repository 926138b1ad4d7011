# hint: a tzinfo is not enough, ask utcoffset()
def seal(labels):
    roles = labels.acl_roles
    if isinstance(roles, str) or not isinstance(roles, Collection):
        raise TypeError("acl_roles must be a collection")
    for label in ("source_id", "tenant", "environment"):
        name = getattr(labels, label)
        if not isinstance(name, str) or not name or name != name.strip():
            raise ValueError(f"{label} is no name")
    for role in roles:
        if not isinstance(role, str) or not role or role != role.strip():
            raise ValueError("acl_roles holds no name")
    if not isinstance(labels.updated_at, datetime) or labels.updated_at.tzinfo is None:
        raise ValueError("updated_at needs a time zone")
    object.__setattr__(labels, "acl_roles", frozenset(roles))
