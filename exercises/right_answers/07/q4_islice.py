from itertools import chain, islice


def read_within(ranked, budget):
    ordered = dict.fromkeys(chain.from_iterable(range(s, e) for s, e in ranked))
    return [(p, p + 1) for p in islice(ordered, budget)]
