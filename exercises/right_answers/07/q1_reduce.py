from functools import reduce


def join(whole, span):
    if not whole or whole[-1][1] < span[0]:
        return [*whole, span]
    *others, (start, end) = whole
    return [*others, (start, max(end, span[1]))]


def merged(spans):
    return reduce(join, sorted(spans), [])
