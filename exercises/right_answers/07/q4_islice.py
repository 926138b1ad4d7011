from itertools import chain, islice


def read_within(ranked, budget):
    places = dict.fromkeys(chain.from_iterable(range(start, end) for start, end in ranked))
    return [(place, place + 1) for place in islice(places, budget)]
