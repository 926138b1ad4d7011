# hint: the fingerprint changes with the same roles in another order
def fingerprint(document, settings):
    return sha256(json.dumps([document, settings], sort_keys=True).encode()).hexdigest()
