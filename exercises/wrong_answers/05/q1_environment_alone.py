# hint: it is another tenant's
def visible(labels, identity):
    if not labels["environment"] or labels["environment"] != identity["environment"]:
        return False
    return not set(labels["roles"] or []).isdisjoint(identity["roles"] or [])
