from fractions import Fraction


def recall_and_precision(read, evidence):
    seen = {p for s, e in read for p in range(s, e)}
    want = {p for s, e in evidence for p in range(s, e)}
    paid = sum(e - s for s, e in read)
    return Fraction(len(seen & want), len(want)), Fraction(len(seen & want), paid or 1)
