def digest_of(value):
    if isinstance(value, dict):
        parts = [digest_of(key) + digest_of(value[key]) for key in sorted(value)]
    elif isinstance(value, (set, frozenset)):
        parts = [digest_of(item) for item in sorted(value)]
    else:
        parts = [repr(value)]
    return sha256("".join([type(value).__name__, *parts]).encode()).hexdigest()


def fingerprint(document, settings):
    parts = [digest_of(document | {"roles": frozenset(document["roles"])}), digest_of(settings)]
    return sha256("/".join(parts).encode()).hexdigest()
