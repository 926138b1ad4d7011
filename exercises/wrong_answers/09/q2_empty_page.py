# hint: an empty page has no character of the span
def pages_of(bounds, start, end):
    first = max(bounds.index(b) for b in bounds if b <= start) + 1
    return first, bisect_right(bounds, end - 1)
