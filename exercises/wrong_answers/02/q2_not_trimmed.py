# hint: trim it by moving its ends
def cut_all(text, most, cut=word_cut):
    spans, cursor = [], 0
    while cursor < len(text):
        end = cut(text, cursor, cursor + most)
        if text[cursor:end].strip():
            spans.append((cursor, end))
        cursor = end
    return spans
