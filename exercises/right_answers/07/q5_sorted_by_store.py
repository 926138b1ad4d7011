def cheapest(splits, passages, percent):
    for n in sorted(splits, key=lambda n: sum(e - s for s, e in splits[n])):
        whole = sum(1 for a, b in passages if any(s <= a and b <= e for s, e in splits[n]))
        if whole * 100 >= percent * len(passages):
            return n
