# hint: the last chunk begins with characters that are free, so it can be read on
def read_within(ranked, budget):
    read, paid = [], set()
    for start, end in ranked:
        left = budget - len(paid)
        if len(paid | set(range(start, end))) > budget:
            return [*read, (start, min(end, start + left))]
        read.append((start, end))
        paid.update(range(start, end))
    return read
