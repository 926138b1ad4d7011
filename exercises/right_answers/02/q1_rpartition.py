def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    window = text[start:limit]
    for rung in ("\n\n", "\n", ". ", " "):
        before, found, _ = window.rpartition(rung)
        if found:
            return start + len(before) + len(found)
    return start + len(window)
