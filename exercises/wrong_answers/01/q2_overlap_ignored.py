# hint: the windows do not overlap: the step is size - overlap
def window_spans(length, size, overlap):
    return [(start, min(start + size, length)) for start in range(0, length, size)]
