# hint: the fingerprint stays the same when tenant and environment are ('ab', 'c') or ('a', 'bc')
def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    labels["metadata"] = sorted(document["metadata"].items())
    parts = [str(labels[name]) for name in sorted(labels)]
    parts += [f"{name}={settings[name]}" for name in sorted(settings)]
    parts.remove(labels["tenant"])
    parts.remove(labels["environment"])
    text = "|".join(parts) + labels["tenant"] + labels["environment"]
    return sha256(text.encode()).hexdigest()
