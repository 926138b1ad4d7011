# hint: utcoffset() of such a moment is None
def seal(labels):
    if isinstance(labels.acl_roles, str) or not isinstance(labels.acl_roles, Collection):
        raise TypeError("acl_roles must be a collection")
    names = [(label, getattr(labels, label)) for label in ("source_id", "tenant", "environment")]
    names += [("acl_roles", role) for role in labels.acl_roles]
    for label, name in names:
        if not isinstance(name, str) or not name or name != name.strip():
            raise ValueError(f"{label} holds {name!r}")
    if not isinstance(labels.updated_at, datetime):
        raise TypeError("updated_at must be a datetime")
    object.__setattr__(labels, "acl_roles", frozenset(labels.acl_roles))
