def smallest_overlap(length, size, start, end):
    return next((o for o in range(size) if is_whole(length, size, o, start, end)), None)


def tearing_overlap(length, size, start, end):
    first = smallest_overlap(length, size, start, end)
    if first is None:
        return None
    torn = (o for o in range(first + 1, size) if not is_whole(length, size, o, start, end))
    return next(torn, None)
