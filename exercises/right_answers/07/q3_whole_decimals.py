from decimal import Decimal
from math import gcd


def counted(text_length, size, overlap, length):
    windows = [(s, s + size) for s in range(0, text_length, size - overlap)]
    passages = [(p, p + length) for p in range(text_length - length + 1)]
    whole = [p for p in passages if any(s <= p[0] and p[1] <= e for s, e in windows)]
    return Decimal(len(whole)), Decimal(len(passages))


def law(size, overlap, length):
    whole, step = max(0, min(size - overlap, size - length + 1)), size - overlap
    return whole // gcd(whole, step), step // gcd(whole, step)
