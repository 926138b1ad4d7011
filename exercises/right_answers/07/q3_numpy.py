import numpy as np


def counted(text_length, size, overlap, length):
    starts = np.arange(0, text_length, size - overlap)[:, None]
    places = np.arange(text_length - length + 1)
    whole = (starts <= places) & (places + length <= starts + size)
    return whole.any(axis=0).sum(), places.size


def law(size, overlap, length):
    step = size - overlap
    return np.clip(size - length + 1, 0, step), step
