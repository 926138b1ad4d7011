import numpy as np


def visible(labels, identity):
    parts = ["tenant", "environment"]
    same = np.array([bool(labels[p]) and labels[p] == identity[p] for p in parts])
    shared = np.isin(
        [r for r in labels["roles"] or [] if r], [r for r in identity["roles"] or [] if r]
    )
    return same.all() & shared.any()
