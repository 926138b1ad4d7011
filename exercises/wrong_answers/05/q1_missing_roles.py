# hint: 'roles': None}, {'tenant': 'marrow-quill', 'environment': 'prod', 'roles': [
def visible(labels, identity):
    for part in ("tenant", "environment"):
        if not labels[part] or labels[part] != identity[part]:
            return False
    return bool(set(labels["roles"]) & set(identity["roles"]))
