# hint: does each loop move on in every round?
def cut_all(text, most, cut=word_cut):
    spans, cursor = [], 0
    while cursor < len(text):
        end = cut(text, cursor, most)
        piece = text[cursor:end]
        if piece.strip():
            start = cursor + len(piece) - len(piece.lstrip())
            spans.append((start, start + len(piece.strip())))
        cursor = end
    return spans
