# hint: at which the fact is whole
def tearing_overlap(length, size, start, end):
    helped = False
    for overlap in range(size):
        whole = is_whole(length, size, overlap, start, end)
        if helped and not whole:
            return overlap - 1
        helped = helped or whole
    return None
