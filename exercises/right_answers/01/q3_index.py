def without_contained(spans):
    return [w for n, w in enumerate(spans) if all(w[1] > e for _, e in spans[:n])]
