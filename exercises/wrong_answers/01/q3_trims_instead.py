# hint: a window changed; only leave windows out
def without_contained(spans):
    kept, reached = [], 0
    for start, end in spans:
        if end > reached:
            kept.append((max(start, reached), end))
            reached = end
    return kept
