# hint: counted from the slice's own start; add
def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    window = text[start:limit]
    for separator in ("\n\n", "\n", ". ", " "):
        found = window.rfind(separator)
        if found >= 0:
            return found + len(separator)
    return limit
