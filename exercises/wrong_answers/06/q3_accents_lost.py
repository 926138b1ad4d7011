# hint: when an accent in the text changes
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    labels["text"] = document["text"].encode("ascii", "replace").decode()
    return sha256(json.dumps([labels, settings], sort_keys=True).encode()).hexdigest()
