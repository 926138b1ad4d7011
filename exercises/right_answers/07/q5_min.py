def cheapest(splits, passages, percent):
    def keeps(chunks):
        whole = sum(any(s <= a and b <= e for s, e in chunks) for a, b in passages)
        return whole * 100 >= percent * len(passages)

    def stored(name):
        return sum(end - start for start, end in splits[name])

    return min((name for name in splits if keeps(splits[name])), key=stored, default=None)
