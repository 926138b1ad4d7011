def fused(first, second, depth):
    first, second = first[:depth], second[:depth]
    names = first + [name for name in second if name not in first]

    def score(name):
        return sum(1 / (61 + r.index(name)) for r in (first, second) if name in r)

    return [(name, score(name)) for name in sorted(names, key=score, reverse=True)]
