def last_cut(text, start, limit, rungs=("\n\n", "\n", ". ", " ")):
    if limit >= len(text):
        return len(text)
    if not rungs:
        return limit
    first, *others = rungs
    at = text.rfind(first, start, limit)
    return at + len(first) if at != -1 else last_cut(text, start, limit, others)
