# hint: is in per cent
def overlap_got(spans):
    covered = set().union(*(range(*span) for span in spans))
    return 100 * (sum(end - start for start, end in spans) / len(covered) - 1)
