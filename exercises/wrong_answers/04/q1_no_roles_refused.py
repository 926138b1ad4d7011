# hint: no roles at all were refused; they are sound
def seal(labels):
    if not labels.acl_roles:
        raise ValueError("acl_roles is empty")
    object.__setattr__(labels, "acl_roles", frozenset(labels.acl_roles))
