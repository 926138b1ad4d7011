from decimal import Decimal


def fuse(rankings):
    sums = {}
    for ranking in rankings:
        place = 0
        for name in ranking:
            place += 1
            sums.setdefault(name, []).append(Decimal(1) / Decimal(60 + place))
    order = list(sums)
    return sorted(order, key=lambda name: (-sum(sorted(sums[name])), order.index(name)))
