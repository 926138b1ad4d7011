def smallest_overlap(length, size, start, end):
    fits = (o for o in range(size) if is_whole(length, size, o, start, end))
    return min(fits, default=None)
