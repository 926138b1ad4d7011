# hint: the fingerprint stays the same when the setting
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    return sha256(json.dumps(labels, sort_keys=True).encode()).hexdigest()
