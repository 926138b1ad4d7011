# hint: a chunk may overlap others than the next one
from itertools import pairwise


def overlap_got(spans):
    covered = set().union(*(range(*span) for span in spans))
    return sum(max(0, a[1] - b[0]) for a, b in pairwise(spans)) / len(covered)
