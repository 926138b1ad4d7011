# hint: ask the function `cut` that was handed over
def cut_all(text, most, cut=word_cut):
    spans, cursor = [], 0
    while cursor < len(text):
        end = word_cut(text, cursor, cursor + most)
        piece = text[cursor:end]
        if piece.strip():
            start = cursor + len(piece) - len(piece.lstrip())
            spans.append((start, start + len(piece.strip())))
        cursor = end
    return spans
