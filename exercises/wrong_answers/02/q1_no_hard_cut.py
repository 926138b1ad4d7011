# hint: returned None; return one position, a whole number
def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    for separator in ("\n\n", "\n", ". ", " "):
        found = text.rfind(separator, start, limit)
        if found >= 0:
            return found + len(separator)
