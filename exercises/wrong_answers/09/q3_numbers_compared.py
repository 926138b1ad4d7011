# hint: still has furniture: lines that differ in numbers alone are the same
def strip_furniture(pages):
    firsts = [page[0] for page in pages]
    lasts = [page[-1] for page in pages]
    half = len(pages) / 2
    return [
        page[firsts.count(page[0]) > half : len(page) - (lasts.count(page[-1]) > half)]
        for page in pages
    ]
