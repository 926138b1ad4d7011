def pages_of(bounds, start, end):
    page_of = []
    for page, (first, last) in enumerate(zip(bounds, bounds[1:]), start=1):
        page_of += [page] * (last - first)
    return page_of[start], page_of[end - 1]
