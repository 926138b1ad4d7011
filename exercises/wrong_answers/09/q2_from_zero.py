# hint: pages are counted from 1
def pages_of(bounds, start, end):
    return bisect_right(bounds, start) - 1, bisect_right(bounds, end - 1) - 1
