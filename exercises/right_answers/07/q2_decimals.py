from decimal import Decimal


def recall_and_precision(read, evidence):
    seen = set().union(*(range(*span) for span in read))
    wanted = set().union(*(range(*span) for span in evidence))
    found = Decimal(len(seen & wanted))
    paid = sum(end - start for start, end in read)
    return found / len(wanted), found / paid if paid else Decimal(0)
