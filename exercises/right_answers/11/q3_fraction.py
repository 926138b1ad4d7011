from fractions import Fraction


def overlap_got(spans):
    stored = sum(end - start for start, end in spans)
    covered = len({at for start, end in spans for at in range(start, end)})
    return float(Fraction(stored - covered, covered))
