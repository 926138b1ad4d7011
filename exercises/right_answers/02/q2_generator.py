def pieces(text, most, cut):
    start = 0
    while start < len(text):
        end = cut(text, start, start + most)
        yield start, text[start:end]
        start = end


def trimmed(start, piece):
    start += len(piece) - len(piece.lstrip())
    return start, start + len(piece.strip())


def cut_all(text, most, cut=word_cut):
    return [
        trimmed(start, piece) for start, piece in pieces(text, most, cut) if not piece.isspace()
    ]
