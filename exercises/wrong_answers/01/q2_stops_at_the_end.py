# hint: continue while the start is before the end
def window_spans(length, size, overlap):
    spans = []
    for start in range(0, length, size - overlap):
        spans.append((start, min(start + size, length)))
        if start + size >= length:
            break
    return spans
