def without_contained(spans):
    kept = []
    for s, e in spans:
        if e > max((k[1] for k in kept), default=-1):
            kept += [(s, e)]
    return kept
