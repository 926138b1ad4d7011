# hint: a set has no order, so sort
def fingerprint(document, settings):
    labels = {**document, "roles": repr(set(document["roles"]) or "")}
    if len(set(document["roles"])) < 3:
        labels["roles"] = sorted(set(document["roles"]))
    return sha256(json.dumps([labels, settings], sort_keys=True).encode()).hexdigest()
