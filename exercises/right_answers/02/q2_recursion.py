def cut_all(text, most, cut=word_cut, start=0):
    if start >= len(text):
        return []
    end = cut(text, start, start + most)
    words = text[start:end].strip()
    first = text.index(words, start) if words else start
    return ([(first, first + len(words))] if words else []) + cut_all(text, most, cut, end)
