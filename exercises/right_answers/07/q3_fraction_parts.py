from fractions import Fraction


def counted(text_length, size, overlap, length):
    step, n = size - overlap, text_length - length + 1
    return sum(p % step + length <= size for p in range(n)), n


def law(size, overlap, length):
    share = min(Fraction(1), max(Fraction(0), Fraction(size - length + 1, size - overlap)))
    return share.numerator, share.denominator
