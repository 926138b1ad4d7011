from itertools import count, takewhile


def window_spans(length, size, overlap):
    starts = takewhile(lambda start: start < length, count(0, size - overlap))
    return list(map(lambda start: (start, min(start + size, length)), starts))
