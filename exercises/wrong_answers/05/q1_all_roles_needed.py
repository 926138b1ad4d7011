# hint: one role in common is enough
def visible(labels, identity):
    for part in ("tenant", "environment"):
        if not labels[part] or labels[part] != identity[part]:
            return False
    roles = set(labels["roles"] or [])
    return bool(roles) and roles <= set(identity["roles"] or [])
