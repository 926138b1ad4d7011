import numpy as np


def merged(spans):
    if not spans:
        return []
    line = np.zeros(max(e for _, e in spans) + 2, dtype=int)
    for s, e in spans:
        line[s + 1 : e + 1] = 1
    edges = np.flatnonzero(np.diff(line))
    return list(zip(edges[::2], edges[1::2]))
