# hint: return the 64 digits of a sha256
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    return str(hash(json.dumps([labels, settings], sort_keys=True)))
