# hint: the fingerprint stays the same when the roles become []
def fingerprint(document, settings):
    kept = {name: value for name, value in document.items() if name != "roles"}
    return sha256(json.dumps([kept, settings], sort_keys=True).encode()).hexdigest()
