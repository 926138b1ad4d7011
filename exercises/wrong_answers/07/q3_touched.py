# hint: whole means that one window holds all of the passage
def counted(text_length, size, overlap, length):
    starts = range(0, text_length, size - overlap)
    places = range(text_length - length + 1)
    whole = [any(s < place + length and place < s + size for s in starts) for place in places]
    return sum(whole), len(places)


def law(size, overlap, length):
    step = size - overlap
    return max(0, min(step, size - length + 1)), step
