from collections import Counter
from operator import itemgetter

scope = itemgetter("tenant", "environment")


def visible(labels, identity):
    if None in scope(labels) or "" in scope(labels) or scope(labels) != scope(identity):
        return False
    shared = Counter(labels["roles"] or []) & Counter(identity["roles"] or [])
    del shared[None], shared[""]
    return shared.total() > 0
