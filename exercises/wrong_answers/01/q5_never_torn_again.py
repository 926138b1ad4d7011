# hint: tears what a smaller one kept whole
def tearing_overlap(length, size, start, end):
    return None
