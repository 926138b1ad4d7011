# hint: the fingerprint changes with the metadata in another order
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    text = repr(sorted(labels.items())) + repr(sorted(settings.items()))
    return sha256(text.encode()).hexdigest()
