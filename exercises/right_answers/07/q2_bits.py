def bits(spans):
    mask = 0
    for start, end in spans:
        mask |= (1 << end) - (1 << start)
    return mask


def recall_and_precision(read, evidence):
    if not read:
        return [0, 0]
    found = (bits(read) & bits(evidence)).bit_count()
    paid = sum(end - start for start, end in read)
    return [found / bits(evidence).bit_count(), found / paid]
