def fingerprint(document, settings):
    document = dict(document)
    document["roles"] = sorted({*document["roles"]})
    whole = {"document": document, "settings": settings}
    data = json.dumps(whole, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(data.encode("utf-8")).hexdigest()
