import numpy as np


def smallest_overlap(length, size, start, end):
    works = np.array([is_whole(length, size, o, start, end) for o in range(size)])
    return np.argmax(works) if works.any() else None
