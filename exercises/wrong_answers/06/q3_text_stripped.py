# hint: when white space at the end in the text changes
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    labels["text"] = document["text"].strip()
    return sha256(json.dumps([labels, settings], sort_keys=True).encode()).hexdigest()
