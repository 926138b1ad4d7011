from itertools import groupby
from operator import itemgetter


def without_contained(spans):
    return [next(group) for _, group in groupby(spans, key=itemgetter(1))]
