from collections import Counter


def fused(first, second, depth):
    total = Counter()
    for ranking in [first, second]:
        total.update({name: 1 / (60 + place) for place, name in enumerate(ranking[:depth], 1)})
    return total.most_common()
