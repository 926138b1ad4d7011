# hint: when a capital letter in the text changes
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    return sha256(json.dumps([labels, settings], sort_keys=True).lower().encode()).hexdigest()
