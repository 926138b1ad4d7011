# hint: still has furniture, other pages have none: 10 is one number, as 9
def strip_furniture(pages):
    firsts = [re.sub(r"\d", "#", page[0]) for page in pages]
    lasts = [re.sub(r"\d", "#", page[-1]) for page in pages]
    half = len(pages) / 2
    return [
        page[firsts.count(first) > half : len(page) - (lasts.count(last) > half)]
        for page, first, last in zip(pages, firsts, lasts, strict=True)
    ]
