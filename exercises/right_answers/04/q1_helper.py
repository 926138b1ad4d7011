def name(label, value):
    if not isinstance(value, str):
        raise TypeError(f"{label}: a string, please")
    if value in ("", None) or value.strip() != value:
        raise ValueError(f"{label}: {value!r}")
    return value


def seal(labels):
    for label in ("source_id", "tenant", "environment"):
        name(label, getattr(labels, label))
    match labels.acl_roles:
        case str() | bytes():
            raise TypeError("acl_roles is one bare string")
        case Collection():
            roles = frozenset(name("acl_roles", role) for role in labels.acl_roles)
        case _:
            raise TypeError("acl_roles is no collection")
    when = labels.updated_at
    if not (isinstance(when, datetime) and when.utcoffset() is not None):
        raise ValueError("updated_at needs an offset")
    object.__setattr__(labels, "acl_roles", roles)
