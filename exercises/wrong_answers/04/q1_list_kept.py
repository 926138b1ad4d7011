# hint: acl_roles changed when the caller's list did
def seal(labels):
    if isinstance(labels.acl_roles, str) or not isinstance(labels.acl_roles, Collection):
        raise TypeError(f"acl_roles must be a collection, got {labels.acl_roles!r}")
    names = [(label, getattr(labels, label)) for label in ("source_id", "tenant", "environment")]
    names += [("acl_roles", role) for role in labels.acl_roles]
    for label, name in names:
        if not isinstance(name, str) or not name or name != name.strip():
            raise ValueError(f"{label} holds {name!r}")
    if not isinstance(labels.updated_at, datetime) or labels.updated_at.utcoffset() is None:
        raise ValueError("updated_at needs a time zone")
