# hint: a generator, where a list is expected: write list(...)
def window_spans(length, size, overlap):
    for start in range(0, length, size - overlap):
        yield start, min(start + size, length)
