# hint: a page without text got a line feed
def join_pages(pages):
    text, bounds = "", [0]
    for page in pages:
        text += page if page.endswith("\n") else page + "\n"
        bounds.append(len(text))
    return text, bounds
