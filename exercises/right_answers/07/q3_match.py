from itertools import product


def counted(text_length, size, overlap, length):
    places = range(text_length - length + 1)
    starts = range(0, text_length, size - overlap)
    pairs = product(places, starts)
    whole = {place for place, s in pairs if s <= place <= s + size - length}
    return [len(whole), len(places)]


def law(size, overlap, length):
    match size - length + 1:
        case fits if fits < 0:
            return [0, 1]
        case fits if fits > size - overlap:
            return [1, 1]
        case fits:
            return [fits, size - overlap]
