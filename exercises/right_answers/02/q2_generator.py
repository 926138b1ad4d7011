def pieces(text, most):
    start = 0
    while start < len(text):
        end = word_cut(text, start, start + most)
        yield start, text[start:end]
        start = end


def trimmed(start, piece):
    start += len(piece) - len(piece.lstrip())
    return start, start + len(piece.strip())


def cut_all(text, most):
    return [trimmed(start, piece) for start, piece in pieces(text, most) if not piece.isspace()]
