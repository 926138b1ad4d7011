from fractions import Fraction


def fuse(rankings):
    names = list(dict.fromkeys(name for ranking in rankings for name in ranking))

    def total(name):
        return sum(Fraction(1, 61 + r.index(name)) for r in rankings if name in r)

    return sorted(names, key=total, reverse=True)
