import numpy as np


def visible(labels, identity):
    parts = ["tenant", "environment"]
    same = np.array([bool(labels[p]) and labels[p] == identity[p] for p in parts])
    shared = np.isin(labels["roles"] or [], identity["roles"] or [])
    return same.all() & shared.any()
