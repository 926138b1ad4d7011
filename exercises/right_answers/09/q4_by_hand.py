def end_of(text, at, words):
    for number, word in enumerate(words):
        if number:
            gap = at
            while at < len(text) and text[at].isspace():
                at += 1
            if at == gap:
                return None
        if not text.startswith(word, at):
            return None
        at += len(word)
    return at


def locate(text, quote):
    words = quote.split()
    ends = {at: end for at in range(len(text)) if (end := end_of(text, at, words)) is not None}
    if len(ends) != 1:
        return None
    return list(ends.popitem())
