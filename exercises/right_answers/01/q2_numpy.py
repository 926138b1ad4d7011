import numpy as np


def window_spans(length, size, overlap):
    starts = np.arange(0, length, size - overlap)
    return [(start, min(start + size, length)) for start in starts]
