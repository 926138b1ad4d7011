# hint: law tries places, or calls counted, which does; write a formula
def counted(text_length, size, overlap, length):
    starts = range(0, text_length, size - overlap)
    places = range(text_length - length + 1)
    whole = [any(s <= place and place + length <= s + size for s in starts) for place in places]
    return sum(whole), len(places)


def law(size, overlap, length):
    step = size - overlap
    return sum(place + length <= size for place in range(step)), step
