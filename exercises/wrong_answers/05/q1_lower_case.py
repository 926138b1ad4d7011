# hint: capital letters make another role
def visible(labels, identity):
    for part in ("tenant", "environment"):
        if not labels[part] or labels[part] != identity[part]:
            return False
    readers = {role.lower() for role in labels["roles"] or []}
    return any(role.lower() in readers for role in identity["roles"] or [])
