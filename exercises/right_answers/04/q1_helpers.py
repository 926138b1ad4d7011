def require_name(label, name):
    if not isinstance(name, str):
        raise TypeError(f"{label}: a string is needed")
    if not name or name[0].isspace() or name[-1].isspace():
        raise ValueError(f"{label}: {name!r}")


def require_moment(label, moment):
    if not isinstance(moment, datetime):
        raise TypeError(f"{label}: a datetime is needed")
    if moment.utcoffset() is None:
        raise ValueError(f"{label}: which time zone?")


def seal(labels):
    for label in ("source_id", "tenant", "environment"):
        require_name(label, getattr(labels, label))
    roles = labels.acl_roles
    if isinstance(roles, (str, bytes)) or not isinstance(roles, Collection):
        raise TypeError("acl_roles: a collection is needed")
    for role in roles:
        require_name("acl_roles", role)
    require_moment("updated_at", labels.updated_at)
    object.__setattr__(labels, "acl_roles", frozenset(roles))
