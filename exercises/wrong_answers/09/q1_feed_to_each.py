# hint: each page got a line feed, also one that ends with it
def join_pages(pages):
    text, bounds = "", [0]
    for page in pages:
        text += page + "\n"
        bounds.append(len(text))
    return text, bounds
