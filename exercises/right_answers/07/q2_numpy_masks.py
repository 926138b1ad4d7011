import numpy as np


def recall_and_precision(read, evidence):
    n = max([e for _, e in [*read, *evidence]])
    r, w = np.zeros(n, int), np.zeros(n, bool)
    for s, e in read:
        r[s:e] += 1
    for s, e in evidence:
        w[s:e] = True
    found = np.count_nonzero(w & (r > 0))
    return found / w.sum(), found / r.sum() if r.sum() else 0.0
