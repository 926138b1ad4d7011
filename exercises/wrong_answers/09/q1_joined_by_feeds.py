# hint: the line feeds stand between the pages; the last page lacks its own
def join_pages(pages):
    bounds = [0]
    for page in pages:
        bounds.append(bounds[-1] + len(page) + 1)
    return "\n".join(pages), bounds
