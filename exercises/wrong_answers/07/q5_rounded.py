# hint: 2 of 3 whole, less than 67 %
def cheapest(splits, passages, percent):
    kept = []
    for name, chunks in splits.items():
        whole = [any(s <= start and end <= e for s, e in chunks) for start, end in passages]
        if round(100 * sum(whole) / len(passages)) >= percent:
            stored = sum(e - s for s, e in chunks)
            kept.append((stored, name))
    return min(kept)[1] if kept else None
