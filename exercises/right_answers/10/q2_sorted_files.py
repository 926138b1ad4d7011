def digest(files):
    return sha256(repr(sorted(files)).encode("utf-8")).hexdigest()[:40]
