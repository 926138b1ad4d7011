from fractions import Fraction


def cheapest(splits, passages, percent):
    promise, kept = Fraction(percent, 100), []
    for name, chunks in splits.items():
        whole = [p for p in passages if [c for c in chunks if c[0] <= p[0] and p[1] <= c[1]]]
        if Fraction(len(whole), len(passages)) >= promise:
            kept.append((sum(end - start for start, end in chunks), name))
    return min(kept)[1] if kept else None
