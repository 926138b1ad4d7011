# hint: the fingerprint stays the same when the roles are
def fingerprint(document, settings):
    labels = {**document, "roles": ",".join(sorted(set(document["roles"])))}
    return sha256(json.dumps([labels, settings], sort_keys=True).encode()).hexdigest()
