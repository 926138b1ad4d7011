# hint: it keeps the fact whole, but a smaller one does too
def smallest_overlap(length, size, start, end):
    for overlap in range(1, size):
        if is_whole(length, size, overlap, start, end):
            return overlap
    return None
