# hint: cut the last chunk short
def read_within(ranked, budget):
    read, paid = [], set()
    for start, end in ranked:
        if len(paid) >= budget:
            break
        read.append((start, end))
        paid.update(range(start, end))
    return read
