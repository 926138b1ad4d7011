# hint: among those that keep enough, take the one that stores least
def cheapest(splits, passages, percent):
    for name, chunks in splits.items():
        whole = [any(s <= start and end <= e for s, e in chunks) for start, end in passages]
        if 100 * sum(whole) >= percent * len(passages):
            return name
    return None
