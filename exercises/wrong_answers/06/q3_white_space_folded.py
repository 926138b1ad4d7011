# hint: when white space in the text changes
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    labels["text"] = " ".join(document["text"].split())
    return sha256(json.dumps([labels, settings], sort_keys=True).encode()).hexdigest()
