# hint: no overlap keeps this fact whole, so none can tear it again: return None
def tearing_overlap(length, size, start, end):
    helped = not any(is_whole(length, size, overlap, start, end) for overlap in range(size))
    for overlap in range(size):
        whole = is_whole(length, size, overlap, start, end)
        if helped and not whole:
            return overlap
        helped = helped or whole
    return None
