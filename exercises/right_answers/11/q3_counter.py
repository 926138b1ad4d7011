from collections import Counter


def overlap_got(spans):
    held = Counter(at for span in spans for at in range(*span))
    return held.total() / len(held) - 1
