# hint: a role is compared as a whole
def visible(labels, identity):
    for part in ("tenant", "environment"):
        if not labels[part] or labels[part] != identity[part]:
            return False
    readers = ",".join(labels["roles"] or [])
    return any(role in readers for role in identity["roles"] or [])
