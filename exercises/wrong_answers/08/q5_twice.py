# hint: what both rankings have stands once
def fused(first, second, depth):
    scored = []
    for ranking in (first, second):
        scored += [(-1 / (60 + place), name) for place, name in enumerate(ranking[:depth], 1)]
    return [(name, -score) for score, name in sorted(scored, key=lambda pair: pair[0])]
