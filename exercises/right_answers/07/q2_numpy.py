import numpy as np


def recall_and_precision(read, evidence):
    last = max(end for _, end in [*read, *evidence])
    seen, wanted = np.zeros(last, dtype=int), np.zeros(last, dtype=int)
    for start, end in read:
        seen[start:end] += 1
    for start, end in evidence:
        wanted[start:end] = 1
    found = np.count_nonzero(seen * wanted)
    return np.array([found / wanted.sum(), found / max(seen.sum(), 1)])
