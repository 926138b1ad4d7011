def fingerprint(document, settings):
    digest = sha256()

    def add(text):
        data = text.encode()
        digest.update(len(data).to_bytes(8, "big") + data)

    def add_dict(items):
        add(str(len(items)))
        for name in sorted(items):
            add(name)
            add(type(items[name]).__name__)
            if isinstance(items[name], dict):
                add_dict(items[name])
            else:
                add(str(items[name]))

    roles = sorted(set(document["roles"]))
    add_dict({**document, "roles": json.dumps(roles)})
    add_dict(settings)
    return digest.hexdigest()
