# hint: characters, more than
def cut_all(text, most, cut=word_cut):
    spans, cursor = [], 0
    for word in text.split():
        start = text.index(word, cursor)
        spans.append((start, start + len(word)))
        cursor = start + len(word)
    return spans
