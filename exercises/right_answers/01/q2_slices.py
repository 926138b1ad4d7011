def window_spans(length, size, overlap):
    cut = (slice(start, start + size).indices(length) for start in range(0, length, size - overlap))
    return [(start, end) for start, end, _ in cut]
