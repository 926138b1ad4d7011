# hint: before the separator; the cut is after it
def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    for separator in ("\n\n", "\n", ". ", " "):
        found = text.rfind(separator, start, limit)
        if found > start:
            return found
    return limit
