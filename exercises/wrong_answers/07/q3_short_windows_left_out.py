# hint: the last windows count too, though the text ends in them
def counted(text_length, size, overlap, length):
    starts = range(0, text_length - size + 1, size - overlap)
    places = range(text_length - length + 1)
    return sum(any(s <= p and p + length <= s + size for s in starts) for p in places), len(places)


def law(size, overlap, length):
    return max(0, min(size - overlap, size - length + 1)), size - overlap
