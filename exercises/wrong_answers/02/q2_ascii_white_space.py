# hint: white space that strip() knows
def cut_all(text, most, cut=word_cut):
    spans, cursor = [], 0
    while cursor < len(text):
        end = cut(text, cursor, cursor + most)
        piece = text[cursor:end]
        if piece.strip(" \t\r\n"):
            start = cursor + len(piece) - len(piece.lstrip(" \t\r\n"))
            spans.append((start, start + len(piece.strip(" \t\r\n"))))
        cursor = end
    return spans
