def join_pages(pages):
    if not pages:
        return "", [0]
    *before, page = pages
    text, bounds = join_pages(before)
    text += page
    text += "\n" if page and not page.endswith("\n") else ""
    return text, [*bounds, len(text)]
