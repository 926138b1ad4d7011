from itertools import pairwise


def tearing_overlap(length, size, start, end):
    whole = [is_whole(length, size, overlap, start, end) for overlap in range(size)]
    pairs = enumerate(pairwise(whole), start=1)
    return min((overlap for overlap, pair in pairs if pair == (True, False)), default=None)
