# hint: write list(
def cut_all(text, most, cut=word_cut):
    cursor = 0
    while cursor < len(text):
        end = cut(text, cursor, cursor + most)
        words = text[cursor:end].strip()
        if words:
            start = text.index(words, cursor)
            yield start, start + len(words)
        cursor = end
