# hint: the line feeds that were added are not counted, so the bounds drift
def join_pages(pages):
    text, bounds = "", [0]
    for page in pages:
        text += page if page.endswith("\n") or not page else page + "\n"
        bounds.append(bounds[-1] + len(page))
    return text, bounds
