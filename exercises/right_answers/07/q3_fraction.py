from fractions import Fraction


def counted(text_length, size, overlap, length):
    step = size - overlap
    places = range(text_length - length + 1)
    return sum(place % step + length <= size for place in places), len(places)


def law(size, overlap, length):
    share = Fraction(max(size - length + 1, 0), size - overlap)
    return min(share, Fraction(1)).as_integer_ratio()
