def window_spans(length, size, overlap, start=0):
    if start >= length:
        return []
    first = (start, min(start + size, length))
    return [first, *window_spans(length, size, overlap, start + size - overlap)]
