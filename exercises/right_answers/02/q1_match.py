def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    part = text[start:limit]
    match [sep for sep in ("\n\n", "\n", ". ", " ") if sep in part]:
        case [best, *_]:
            return start + part.rindex(best) + len(best)
        case _:
            return limit
