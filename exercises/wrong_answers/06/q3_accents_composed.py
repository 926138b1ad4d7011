# hint: when the way an accent is written in the text changes
from unicodedata import normalize


def fingerprint(document, settings):
    labels = {**document, "roles": sorted(set(document["roles"]))}
    labels["text"] = normalize("NFC", document["text"])
    return sha256(json.dumps([labels, settings], sort_keys=True).encode()).hexdigest()
