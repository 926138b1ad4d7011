# hint: does so earlier
def tearing_overlap(length, size, start, end):
    helped, found = False, None
    for overlap in range(size):
        whole = is_whole(length, size, overlap, start, end)
        if helped and not whole:
            found = overlap
        helped = helped or whole
    return found
