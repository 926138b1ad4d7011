# hint: begins before the one before it ends
def cut_all(text, most, cut=word_cut):
    spans, cursor = [], 0
    while cursor < len(text):
        end = min(cursor + most, len(text))
        piece = text[cursor:end]
        if piece.strip():
            start = cursor + len(piece) - len(piece.lstrip())
            spans.append((start, start + len(piece.strip())))
        cursor += max(1, most // 2)
    return spans
