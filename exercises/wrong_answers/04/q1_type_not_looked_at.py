# hint: look at the type before you use the value
def seal(labels):
    for label in ("source_id", "tenant", "environment"):
        name = getattr(labels, label)
        if name == "" or name != name.strip():
            raise ValueError(f"{label} holds {name!r}")
    object.__setattr__(labels, "acl_roles", frozenset(labels.acl_roles))
