# hint: the first and the last line of every page are gone, whether they come back or not
def strip_furniture(pages):
    return [page[1:-1] for page in pages]
