def fused(first, second, depth):
    left = {}
    for ranking in (first, second):
        for place in range(min(depth, len(ranking))):
            left[ranking[place]] = left.get(ranking[place], 0.0) + 1 / (place + 61)
    out = []
    while left:
        best = max(left, key=left.__getitem__)
        out.append((best, left.pop(best)))
    return out
