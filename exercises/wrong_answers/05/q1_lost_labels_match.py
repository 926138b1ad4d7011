# hint: a lost tenant on both sides is no match
def visible(labels, identity):
    if (labels["tenant"], labels["environment"]) != (identity["tenant"], identity["environment"]):
        return False
    return not set(labels["roles"] or []).isdisjoint(identity["roles"] or [])
