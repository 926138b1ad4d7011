# hint: it is in another environment
def visible(labels, identity):
    if not labels["tenant"] or labels["tenant"] != identity["tenant"]:
        return False
    return not set(labels["roles"] or []).isdisjoint(identity["roles"] or [])
