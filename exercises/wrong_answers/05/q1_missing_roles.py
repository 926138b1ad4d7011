# hint: 'NoneType' object is not iterable
def visible(labels, identity):
    for part in ("tenant", "environment"):
        if not labels[part] or labels[part] != identity[part]:
            return False
    return any(role in identity["roles"] for role in labels["roles"])
