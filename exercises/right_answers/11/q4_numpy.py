import numpy as np


def choose(recalls, stored, draws):
    names = list(recalls)
    table = np.array([recalls[name] for name in names])
    sums = np.array([table[:, draw].sum(axis=1) for draw in draws])
    best = table.sum(axis=1).argmax()
    worse = (sums < sums[:, [best]]).all(axis=0)
    return min((stored[name], name) for name, bad in zip(names, worse) if not bad)[1]
