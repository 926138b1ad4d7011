# hint: the passage fits in where it begins at 0 to
def counted(text_length, size, overlap, length):
    starts = range(0, text_length, size - overlap)
    places = range(text_length)
    whole = [any(s <= place and place + length <= s + size for s in starts) for place in places]
    return sum(whole), len(places)


def law(size, overlap, length):
    step = size - overlap
    return max(0, min(step, size - length + 1)), step
