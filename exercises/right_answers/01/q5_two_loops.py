def tearing_overlap(length, size, start, end):
    tried = iter(range(size))
    for overlap in tried:
        if is_whole(length, size, overlap, start, end):
            break
    for overlap in tried:
        if not is_whole(length, size, overlap, start, end):
            return overlap
    return None
