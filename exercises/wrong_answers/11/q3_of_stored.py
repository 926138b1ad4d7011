# hint: as a share of what is covered, not of what is stored
def overlap_got(spans):
    covered = set().union(*(range(*span) for span in spans))
    stored = sum(end - start for start, end in spans)
    return (stored - len(covered)) / stored
