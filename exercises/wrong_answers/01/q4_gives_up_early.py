# hint: returned None, but overlap
def smallest_overlap(length, size, start, end):
    for overlap in range(size // 10):
        if is_whole(length, size, overlap, start, end):
            return overlap
    return None
