def smallest_overlap(length, size, start, end):
    if end - start > size:
        return None
    overlap = 0
    while not is_whole(length, size, overlap, start, end):
        overlap += 1
    return overlap
