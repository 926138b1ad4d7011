from pprint import pformat


def fingerprint(document, settings):
    labels = {**document, "roles": sorted(dict.fromkeys(document["roles"]))}
    return sha256(pformat([labels, settings], sort_dicts=True).encode()).hexdigest()
