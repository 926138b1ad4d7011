def ended(page):
    match page[-1:]:
        case "" | "\n":
            return page
        case _:
            return f"{page}\n"


def join_pages(pages):
    text, bounds = "", (0,)
    for page in map(ended, pages):
        text += page
        bounds += (bounds[-1] + len(page),)
    return text, bounds
