def visible(labels, identity):
    for part in "tenant", "environment":
        if labels[part] in (None, "") or labels[part] != identity[part]:
            return False
    may = {role for role in labels["roles"] or () if role}
    return not may.isdisjoint(identity["roles"] or ())
