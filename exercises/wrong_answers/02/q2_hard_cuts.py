# hint: does not end where `word_cut` says that the chunk ends
def cut_all(text, most, cut=word_cut):
    spans = []
    for cursor in range(0, len(text), most):
        piece = text[cursor : cursor + most]
        if piece.strip():
            start = cursor + len(piece) - len(piece.lstrip())
            spans.append((start, start + len(piece.strip())))
    return spans
