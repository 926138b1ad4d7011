def cited_pages(bounds, chunk, evidence):
    first, last = chunk
    held = []
    for start, end in evidence:
        if start < last and end > first:
            held.append((max(start, first), min(end, last)))
    held = held or [chunk]
    pages = {bisect_right(bounds, s) for s, _ in held} | {
        bisect_right(bounds, e - 1) for _, e in held
    }
    match min(pages), max(pages):
        case page, other if page == other:
            return "p. " + str(page)
        case page, other:
            return f"pp. {page}\N{EN DASH}{other}"
