# hint: which lies below the smallest helpful overlap
def tearing_overlap(length, size, start, end):
    for overlap in range(size):
        if not is_whole(length, size, overlap, start, end):
            return overlap
    return None
