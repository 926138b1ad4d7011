# hint: a passage may begin and end where its chunk does
def cheapest(splits, passages, percent):
    kept = []
    for name, chunks in splits.items():
        whole = [any(s < start and end < e for s, e in chunks) for start, end in passages]
        if 100 * sum(whole) >= percent * len(passages):
            stored = sum(e - s for s, e in chunks)
            kept.append((stored, name))
    return min(kept)[1] if kept else None
