from functools import reduce


def longer(kept, window):
    return (*kept, window) if not kept or window[1] > kept[-1][1] else kept


def without_contained(spans):
    return list(reduce(longer, spans, ()))
