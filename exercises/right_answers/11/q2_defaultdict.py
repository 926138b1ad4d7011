from collections import defaultdict


def fuse(rankings):
    sums = defaultdict(float)
    for ranking in rankings:
        for number, name in enumerate(ranking):
            sums[name] += 1 / (number + 61)
    return [name for name, _ in sorted(sums.items(), key=lambda pair: -pair[1])]
