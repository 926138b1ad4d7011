# hint: the fingerprint stays the same when the document gets a label chunker that
def fingerprint(document, settings):
    merged = {**document, **settings, "roles": sorted(set(document["roles"]))}
    return sha256(json.dumps(merged, sort_keys=True).encode()).hexdigest()
