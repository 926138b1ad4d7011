def fuse(rankings):
    names = []
    for ranking in rankings:
        names += [name for name in ranking if name not in names]
    scores = [sum(1 / (60 + r.index(n) + 1) for r in rankings if n in r) for n in names]
    ordered = []
    while names:
        at = scores.index(max(scores))
        ordered.append(names.pop(at))
        scores.pop(at)
    return ordered
