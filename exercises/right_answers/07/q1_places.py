from itertools import groupby


def merged(spans):
    places = sorted({place for start, end in spans for place in range(start, end)})
    groups = groupby(enumerate(places), key=lambda pair: pair[1] - pair[0])
    runs = ([place for _, place in group] for _, group in groups)
    return [(run[0], run[-1] + 1) for run in runs]
