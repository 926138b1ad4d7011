# hint: the end is not in the span; ask for the character before it
def pages_of(bounds, start, end):
    return bisect_right(bounds, start), bisect_right(bounds, end)
