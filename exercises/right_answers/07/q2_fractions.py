from fractions import Fraction


def recall_and_precision(read, evidence):
    seen = {place for span in read for place in range(*span)}
    wanted = {place for span in evidence for place in range(*span)}
    found, paid = seen & wanted, sum(end - start for start, end in read)
    return Fraction(len(found), len(wanted)), Fraction(len(found), paid) if paid else Fraction(0)
