# hint: look at each role too
def seal(labels):
    for label in ("source_id", "tenant", "environment"):
        name = getattr(labels, label)
        if not isinstance(name, str) or not name or name != name.strip():
            raise ValueError(f"{label} holds {name!r}")
    if isinstance(labels.acl_roles, str) or not isinstance(labels.acl_roles, Collection):
        raise TypeError("acl_roles must be a collection")
    if not isinstance(labels.updated_at, datetime) or labels.updated_at.utcoffset() is None:
        raise ValueError("updated_at needs a time zone")
    object.__setattr__(labels, "acl_roles", frozenset(labels.acl_roles))
