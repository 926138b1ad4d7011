import numpy as np


def never_read(chunks, ends):
    state = np.zeros(max([end for _, end in chunks], default=0), int)
    for start, stop in chunks:
        state[start:stop] |= 1
    for (start, _), end in zip(chunks, ends):
        state[start:end] |= 2
    return int((state == 1).sum())
