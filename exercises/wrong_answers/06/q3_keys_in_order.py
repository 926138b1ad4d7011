# hint: the fingerprint changes with the labels in another order
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    return sha256(json.dumps([labels, settings]).encode()).hexdigest()
