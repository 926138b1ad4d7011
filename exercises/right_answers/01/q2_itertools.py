from itertools import count, takewhile


def window_spans(length, size, overlap):
    starts = takewhile(lambda s: s < length, count(0, size - overlap))
    return [(s, s + size if s + size < length else length) for s in starts]
