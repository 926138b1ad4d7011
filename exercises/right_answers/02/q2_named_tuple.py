from collections import namedtuple

Span = namedtuple("Span", ["start", "end"])


def cut_all(text, most, cut=word_cut):
    def trim(start, end):
        piece = text[start:end]
        return Span(end - len(piece.lstrip()), start + len(piece.rstrip()))

    rough, cursor = [], 0
    while cursor < len(text):
        rough.append((cursor, cut(text, cursor, cursor + most)))
        cursor = rough[-1][1]
    return tuple(span for span in (trim(*pair) for pair in rough) if span.start < span.end)
