import numpy as np


def pages_of(bounds, start, end):
    return np.searchsorted(bounds, [start, end - 1], side="right")
