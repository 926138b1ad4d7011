def smallest_overlap(length, size, start, end, tried=0):
    if tried == size:
        return None
    if is_whole(length, size, tried, start, end):
        return tried
    return smallest_overlap(length, size, start, end, tried + 1)
