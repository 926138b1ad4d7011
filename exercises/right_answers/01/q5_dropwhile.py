from itertools import dropwhile


def tearing_overlap(length, size, start, end):
    torn = [not is_whole(length, size, overlap, start, end) for overlap in range(size)]
    after = dropwhile(lambda pair: pair[1], enumerate(torn))
    return next((overlap for overlap, is_torn in after if is_torn), None)
