from decimal import Decimal


def recall_and_precision(read, evidence):
    seen = {p for s, e in read for p in range(s, e)}
    want = {p for s, e in evidence for p in range(s, e)}
    paid = sum(e - s for s, e in read)
    f = Decimal(len(seen & want))
    return [f / len(want), f / paid if paid else Decimal(0)]
