def cheapest(splits, passages, percent):
    by_price = sorted(splits.items(), key=lambda item: sum(e - s for s, e in item[1]))
    for name, chunks in by_price:
        torn = [p for p in passages if not any(c[0] <= p[0] and p[1] <= c[1] for c in chunks)]
        if 100 * (len(passages) - len(torn)) >= percent * len(passages):
            return name
    return None
