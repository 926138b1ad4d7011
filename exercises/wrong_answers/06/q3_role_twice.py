# hint: the fingerprint changes with a role named twice
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(document["roles"])}
    return sha256(json.dumps([labels, settings], sort_keys=True).encode()).hexdigest()
