def is_name(value):
    return isinstance(value, str) and bool(value) and value.strip() == value


def are_roles(value):
    bare = isinstance(value, str)
    return not bare and isinstance(value, Collection) and all(is_name(role) for role in value)


def is_moment(value):
    return isinstance(value, datetime) and value.utcoffset() is not None


TESTS = dict.fromkeys(("source_id", "tenant", "environment"), is_name)
TESTS |= {"acl_roles": are_roles, "updated_at": is_moment}


def seal(labels):
    for label, test in TESTS.items():
        if not test(getattr(labels, label)):
            raise ValueError(f"what {label} holds is not sound")
    object.__setattr__(labels, "acl_roles", frozenset(labels.acl_roles))
