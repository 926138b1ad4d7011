from collections import defaultdict
from fractions import Fraction


def fused(first, second, depth):
    scores = defaultdict(Fraction)
    for ranking in (first, second):
        for index, name in enumerate(ranking):
            if index < depth:
                scores[name] += Fraction(1, 61 + index)
    return sorted(scores.items(), key=lambda item: -item[1])
