# hint: a page was searched for, and a place with the same words was found before it
def join_pages(pages):
    text = "".join(page if page.endswith("\n") or not page else page + "\n" for page in pages)
    return text, [text.find(page) for page in pages] + [len(text)]
