# hint: how much is that beyond once
def overlap_got(spans):
    covered = set().union(*(range(*span) for span in spans))
    return sum(end - start for start, end in spans) / len(covered)
