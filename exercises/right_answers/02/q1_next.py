def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    rungs = ("\n\n", "\n", ". ", " ")
    cuts = (
        text.rfind(rung, start, limit) + len(rung) for rung in rungs if rung in text[start:limit]
    )
    return next(cuts, limit)
