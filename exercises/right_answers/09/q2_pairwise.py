from itertools import pairwise


def pages_of(bounds, start, end):
    def page_at(place):
        return next(n for n, (a, b) in enumerate(pairwise(bounds), 1) if a <= place < b)

    return [page_at(start), page_at(end - 1)]
