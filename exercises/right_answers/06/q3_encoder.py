class Sets(json.JSONEncoder):
    def default(self, value):
        return sorted(value)


def fingerprint(document, settings):
    labels = {**document, "roles": set(document["roles"])}
    text = Sets(sort_keys=True).encode({"labels": labels, "settings": settings})
    return f"{int.from_bytes(sha256(text.encode()).digest(), 'big'):064x}"
