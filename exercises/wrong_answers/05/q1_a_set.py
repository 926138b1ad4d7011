# hint: returned a set; return True or False: visible({'tenant': 'marrow-quill'
def visible(labels, identity):
    for part in ("tenant", "environment"):
        if not labels[part] or labels[part] != identity[part]:
            return False
    return set(labels["roles"] or []) & set(identity["roles"] or [])
