import numpy as np


def cut_all(text, most, cut=word_cut):
    black = np.array([not character.isspace() for character in text], dtype=bool)
    spans, at = [], 0
    while at < len(text):
        end = cut(text, at, at + most)
        inside = at + np.flatnonzero(black[at:end])
        if inside.size:
            spans.append((inside[0], inside[-1] + 1))
        at = end
    return np.array(spans).reshape(-1, 2)
