# hint: a lost role on both sides is no match
def visible(labels, identity):
    for part in ["tenant", "environment"]:
        if not labels[part] or labels[part] != identity[part]:
            return False
    return not set(labels["roles"] or []).isdisjoint(identity["roles"] or [])
