# hint: behind the text's end
def window_spans(length, size, overlap):
    return [(start, start + size) for start in range(0, length, size - overlap)]
