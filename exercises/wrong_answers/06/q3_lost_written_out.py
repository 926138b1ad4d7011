# hint: when doc_type is 'None' or None
def fingerprint(document, settings):
    labels = {name: str(value) for name, value in document.items() if name != "metadata"}
    labels["roles"] = str(sorted(set(document["roles"])))
    parts = [labels, document["metadata"], settings]
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
