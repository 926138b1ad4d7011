import numpy as np


def misplaced(text, pieces):
    right = np.zeros(len(pieces), dtype=bool)
    for number, (start, piece) in enumerate(pieces):
        before = [pieces[n][0] for n in np.flatnonzero(right)]
        right[number] = (
            start >= 0 and text.startswith(piece, start) and all(b < start for b in before)
        )
    return np.flatnonzero(~right)
