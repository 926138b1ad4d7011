from functools import partial


def smallest_overlap(length, size, start, end):
    works = partial(works_at, length, size, (start, end))
    return min(filter(works, range(size)), default=None)


def works_at(length, size, fact, overlap):
    return is_whole(length, size, overlap, *fact)
