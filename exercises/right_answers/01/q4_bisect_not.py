def smallest_overlap(length, size, start, end):
    overlap = 0
    while overlap < size and not is_whole(length, size, overlap, start, end):
        overlap += 1
    return overlap if overlap < size else None
