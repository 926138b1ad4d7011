def window_spans(length, size, overlap):
    spans = []
    for start in range(0, length, size - overlap):
        match start + size:
            case end if end <= length:
                spans.append((start, end))
            case _:
                spans.append((start, length))
    return tuple(spans)
