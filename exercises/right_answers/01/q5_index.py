def tearing_overlap(length, size, start, end):
    whole = [is_whole(length, size, overlap, start, end) for overlap in range(size)]
    try:
        return whole.index(False, whole.index(True))
    except ValueError:
        return None
