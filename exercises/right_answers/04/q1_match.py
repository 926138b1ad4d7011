def seal(labels):
    for label in vars(labels):
        match label, getattr(labels, label):
            case "updated_at", datetime() as moment if moment.utcoffset() is not None:
                pass
            case "acl_roles", list() | tuple() | set() | frozenset() as roles if all(
                map(sound, roles)
            ):
                object.__setattr__(labels, label, frozenset(roles))
            case "source_id" | "tenant" | "environment", name if sound(name):
                pass
            case _:
                raise ValueError(f"{label} is not sound")


def sound(name):
    return isinstance(name, str) and name != "" and name == name.strip()
