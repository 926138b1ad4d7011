# hint: the fingerprint stays the same when tenant and environment are ('a', 'bc') or ('bc', 'a')
def fingerprint(document, settings):
    values = [value for value in document.values() if isinstance(value, str)]
    others = [sorted(set(document["roles"])), document["metadata"], settings]
    return sha256(json.dumps([sorted(values), others], sort_keys=True).encode()).hexdigest()
