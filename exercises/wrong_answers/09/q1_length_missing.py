# hint: the length of the text is missing at the end
def join_pages(pages):
    text, bounds = "", []
    for page in pages:
        bounds.append(len(text))
        text += page if page.endswith("\n") or not page else page + "\n"
    return text, bounds
