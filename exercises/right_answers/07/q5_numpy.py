import numpy as np


def cheapest(splits, passages, percent):
    first, last = np.array(passages).T
    prices = {}
    for name, chunks in splits.items():
        starts, ends = np.array(chunks).T
        inside = (starts[:, None] <= first) & (last <= ends[:, None])
        if 100 * inside.any(axis=0).sum() >= percent * len(passages):
            prices[name] = (ends - starts).sum()
    return min(prices, key=prices.get) if prices else None
