# hint: you passed over a chunk that does not fit, and read one of a lower rank
def read_within(ranked, budget):
    read, paid = [], set()
    for start, end in ranked:
        more = paid | set(range(start, end))
        if len(more) <= budget:
            read.append((start, end))
            paid = more
    return read
