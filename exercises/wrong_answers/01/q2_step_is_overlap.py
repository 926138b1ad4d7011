# hint: the step is the overlap; it should be size - overlap
def window_spans(length, size, overlap):
    step = overlap or size
    return [(start, min(start + size, length)) for start in range(0, length, step)]
