def visible(labels, identity):
    for part in "tenant", "environment":
        if labels[part] in (None, "") or labels[part] != identity[part]:
            return False
    return not set(labels["roles"] or ()).isdisjoint(identity["roles"] or ())
