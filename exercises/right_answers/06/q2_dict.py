import numpy as np


def left_behind(text, rows):
    kind = {}
    for position, start, end, words in rows:
        if min(start, end) < 0 or max(start, end) > len(text) or text[start:end] != words:
            kind[np.int64(position)] = "moved" if text.count(words) else "gone"
    return list(kind.items())
