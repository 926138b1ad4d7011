# hint: is blank: leave it out
def cut_all(text, most, cut=word_cut):
    spans, cursor = [], 0
    while cursor < len(text):
        end = cut(text, cursor, cursor + most)
        piece = text[cursor:end]
        start = cursor + len(piece) - len(piece.lstrip())
        stop = start + len(piece.strip())
        spans.append((start, stop) if start < stop else (cursor, end))
        cursor = end
    return spans
