# hint: return the first and the last page
def pages_of(bounds, start, end):
    return bisect_right(bounds, start)
