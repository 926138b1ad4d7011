def without_contained(spans):
    first = {}
    for span in spans:
        first.setdefault(span[1], span)
    return list(first.values())
