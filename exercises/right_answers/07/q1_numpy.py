import numpy as np


def merged(spans):
    if not spans:
        return []
    read = np.zeros(max(end for _, end in spans) + 2, dtype=bool)
    for start, end in spans:
        read[start + 1 : end + 1] = True
    edges = np.flatnonzero(read[1:] != read[:-1])
    return edges.reshape(-1, 2)
