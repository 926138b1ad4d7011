# hint: pages are not more than half of them
def strip_furniture(pages):
    firsts = [re.sub(r"\d+", "#", page[0]) for page in pages]
    lasts = [re.sub(r"\d+", "#", page[-1]) for page in pages]
    return [
        page[firsts.count(first) > 1 : len(page) - (lasts.count(last) > 1)]
        for page, first, last in zip(pages, firsts, lasts, strict=True)
    ]
