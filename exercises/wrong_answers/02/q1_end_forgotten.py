# hint: all that is left fits, so the chunk ends at
def last_cut(text, start, limit):
    for separator in ("\n\n", "\n", ". ", " "):
        found = text.rfind(separator, start, limit)
        if found >= 0:
            return found + len(separator)
    return min(limit, len(text))
