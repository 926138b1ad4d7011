# hint: the promise L - 1; at this place a smaller overlap does it
def smallest_overlap(length, size, start, end):
    if end - start > size:
        return None
    return end - start - 1
