def window_spans(length: int, size: int, overlap: int) -> list[tuple[int, int]]:
    assert 0 <= overlap < size
    spans: list[tuple[int, int]] = []
    for number in range((length + size - overlap - 1) // (size - overlap)):
        start = number * (size - overlap)
        spans.append((start, min(length, start + size)))
    return spans
