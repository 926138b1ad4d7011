# hint: a passage that needs two chunks is torn
def cheapest(splits, passages, percent):
    kept = []
    for name, chunks in splits.items():
        seen = {place for start, end in chunks for place in range(start, end)}
        whole = [seen.issuperset(range(start, end)) for start, end in passages]
        if 100 * sum(whole) >= percent * len(passages):
            stored = sum(e - s for s, e in chunks)
            kept.append((stored, name))
    return min(kept)[1] if kept else None
