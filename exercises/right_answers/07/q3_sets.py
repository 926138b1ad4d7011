def counted(text_length, size, overlap, length):
    held = set()
    for start in range(0, text_length, size - overlap):
        held |= set(range(start, start + size - length + 1))
    places = set(range(text_length - length + 1))
    return len(held & places), len(places)


def law(size, overlap, length):
    return sorted([0, size - overlap, size - length + 1])[1], size - overlap
