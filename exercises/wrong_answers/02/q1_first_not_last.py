# hint: take the last one before the limit
def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    for separator in ("\n\n", "\n", ". ", " "):
        found = text.find(separator, start, limit)
        if found >= 0:
            return found + len(separator)
    return limit
