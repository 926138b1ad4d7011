# hint: part of the budget is left: read the next chunk as far as it goes
def read_within(ranked, budget):
    read, paid = [], set()
    for start, end in ranked:
        paid.update(range(start, end))
        if len(paid) > budget:
            break
        read.append((start, end))
    return read
