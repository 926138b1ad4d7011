def last_cut(text, start, limit):
    if len(text) <= limit:
        return len(text)
    window = text[start:limit]
    for rung in ["\n\n", "\n", ". ", " "]:
        if rung in window:
            return start + window.rindex(rung) + len(rung)
    return limit
