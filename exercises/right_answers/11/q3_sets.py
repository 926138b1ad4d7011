def overlap_got(spans):
    covered = set()
    for start, end in spans:
        covered.update(range(start, end))
    return (sum(end - start for start, end in spans) - len(covered)) / len(covered)
