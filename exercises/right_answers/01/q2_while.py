def window_spans(length, size, overlap):
    found = []
    start = 0
    while start < length:
        end = start + size
        if end > length:
            end = length
        found.append((start, end))
        start += size - overlap
    return found
