def fingerprint(document, settings):
    def frozen(value):
        if isinstance(value, dict):
            return tuple(sorted((key, frozen(item)) for key, item in value.items()))
        return value

    roles = tuple(sorted(set(document["roles"])))
    labels = frozen({key: value for key, value in document.items() if key != "roles"})
    return sha256(repr((roles, labels, frozen(settings))).encode()).hexdigest()
