# hint: a character that was read before is free
def read_within(ranked, budget):
    read = []
    for start, end in ranked:
        stop = min(end, start + budget)
        read.append((start, stop))
        budget -= stop - start
    return read
