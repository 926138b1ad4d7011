# hint: a set, which has no order: write a list
def window_spans(length, size, overlap):
    step = size - overlap
    return {(start, min(start + size, length)) for start in range(0, length, step)}
