# hint: which tears the fact
def smallest_overlap(length, size, start, end):
    for overlap in range(size):
        if is_whole(length, size, overlap, start, end):
            return max(0, overlap - 1)
    return None
