def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    for rung in ("\n\n", "\n", ". ", " "):
        for end in range(limit, start + len(rung) - 1, -1):
            if text[end - len(rung) : end] == rung:
                return end
    return limit
