from itertools import accumulate


def split_paragraphs(text):
    pieces = text.split("\n\n")
    starts = [0, *accumulate(len(piece) + 2 for piece in pieces)]
    places = map(lambda s, p: (s + len(p) - len(p.lstrip()), p.strip()), starts, pieces)
    return list(filter(lambda pair: pair[1], places))
