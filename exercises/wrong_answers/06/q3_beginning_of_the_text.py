# hint: the fingerprint stays the same when one character of a long text changes
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    labels["text"] = document["text"][:200]
    return sha256(json.dumps([labels, settings], sort_keys=True).encode()).hexdigest()
