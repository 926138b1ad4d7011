# hint: each window is one character short: the end is not part of a window
def window_spans(length, size, overlap):
    step = size - overlap
    return [
        (start, start + size - 1 if start + size < length else length)
        for start in range(0, length, step)
    ]
