# hint: never fits into 170: return None
def smallest_overlap(length, size, start, end):
    for overlap in range(size):
        if is_whole(length, size, overlap, start, end):
            return overlap
    return size - 1
