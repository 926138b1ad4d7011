def last_cut(text, start, limit):
    ends = ("\n\n", "\n", ". ", " ")
    found = (text.rfind(end, start, limit) + len(end) for end in ends if end in text[start:limit])
    return len(text) if limit >= len(text) else next(found, limit)
