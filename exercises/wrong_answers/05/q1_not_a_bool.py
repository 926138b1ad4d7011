# hint: which is neither True nor False
def visible(labels, identity):
    same = labels["tenant"] == identity["tenant"]
    same = same and labels["environment"] == identity["environment"]
    return same and [role for role in labels["roles"] or [] if role in identity["roles"]]
