# hint: law calls counted, so that they agree proves nothing
def counted(text_length, size, overlap, length):
    starts = range(0, text_length, size - overlap)
    places = range(text_length - length + 1)
    whole = [any(s <= place and place + length <= s + size for s in starts) for place in places]
    return sum(whole), len(places)


def law(size, overlap, length):
    return counted(10 * (size - overlap) + length - 1, size, overlap, length)
