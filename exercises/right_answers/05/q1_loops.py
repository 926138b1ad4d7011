def visible(labels, identity):
    if not labels["tenant"] or not labels["environment"]:
        return False
    if labels["tenant"] != identity["tenant"]:
        return False
    if labels["environment"] != identity["environment"]:
        return False
    if labels["roles"] is None or identity["roles"] is None:
        return False
    for allowed in labels["roles"]:
        for own in identity["roles"]:
            if allowed and allowed == own:
                return True
    return False
