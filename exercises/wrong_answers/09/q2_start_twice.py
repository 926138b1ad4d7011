# hint: the page where the span starts, twice
def pages_of(bounds, start, end):
    page = bisect_right(bounds, start)
    return page, page
