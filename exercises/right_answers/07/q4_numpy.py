import numpy as np


def read_within(ranked, budget):
    places = np.concatenate([np.arange(start, end) for start, end in ranked])
    _, first = np.unique(places, return_index=True)
    paid = places[np.sort(first)][:budget]
    return np.column_stack([paid, paid + 1])
