# hint: when max_chars is the string '300' and no number
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    written = {name: str(value) for name, value in settings.items()}
    return sha256(json.dumps([labels, written], sort_keys=True).encode()).hexdigest()
