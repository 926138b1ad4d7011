import numpy as np


def verdict(text, start, quote):
    starts = np.array([text.startswith(quote, at) for at in range(len(text))], dtype=bool)
    places = np.flatnonzero(starts)
    if start in places:
        return "verified", np.array([start])
    if places.size:
        return "moved", places
    agreed = 0
    while text[start + agreed : start + agreed + 1] == quote[agreed]:
        agreed += 1
    return "changed", [np.int64(start + agreed)]
