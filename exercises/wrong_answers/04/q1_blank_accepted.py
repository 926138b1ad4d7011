# hint: source_id, blank, was accepted
def seal(labels):
    for label in ("source_id", "tenant", "environment"):
        if not getattr(labels, label):
            raise ValueError(f"{label} is empty")
    object.__setattr__(labels, "acl_roles", frozenset(labels.acl_roles))
