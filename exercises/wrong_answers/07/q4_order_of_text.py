# hint: read in the order of the ranking, not of the text
def read_within(ranked, budget):
    read, paid = [], set()
    for start, end in sorted(ranked):
        stop = start
        while stop < end and len(paid) < budget:
            paid.add(stop)
            stop += 1
        read.append((start, stop))
    return read
