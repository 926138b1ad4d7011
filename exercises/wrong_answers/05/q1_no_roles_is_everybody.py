# hint: no roles means nobody
def visible(labels, identity):
    for part in ("tenant", "environment"):
        if not labels[part] or labels[part] != identity[part]:
            return False
    if not labels["roles"]:
        return True
    return not set(labels["roles"]).isdisjoint(identity["roles"] or [])
