# hint: the fingerprint stays the same when tenant changes
def fingerprint(document, settings):
    return sha256(document["text"].encode()).hexdigest()
