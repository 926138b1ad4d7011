def cut_all(text, most, cut=word_cut):
    spans, cursor = [], 0
    while True:
        while cursor < len(text) and text[cursor].isspace():
            cursor += 1
        if cursor == len(text):
            return spans
        after = end = cut(text, cursor, cursor + most)
        while text[end - 1].isspace():
            end -= 1
        spans.append((cursor, end))
        cursor = after
