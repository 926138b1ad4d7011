def smallest_overlap(length, size, start, end):
    return next((o for o in range(size) if is_whole(length, size, o, start, end)), None)
