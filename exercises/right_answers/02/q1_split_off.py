def last_cut(text, start, limit):
    if len(text) <= limit:
        return len(text)
    part = text[start:limit]
    for joint in "\n\n", "\n", ". ", " ":
        *before, last = part.split(joint)
        if before:
            return limit - len(last)
    return limit
