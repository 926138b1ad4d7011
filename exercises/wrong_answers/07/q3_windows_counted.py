# hint: a place counts once, in however many windows it is whole
def counted(text_length, size, overlap, length):
    starts = range(0, text_length, size - overlap)
    places = range(text_length - length + 1)
    held = [(s, p) for s in starts for p in places if s <= p and p + length <= s + size]
    return len(held), len(places)


def law(size, overlap, length):
    step = size - overlap
    return max(0, min(step, size - length + 1)), step
