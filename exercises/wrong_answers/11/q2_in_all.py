# hint: one ranking alone may find it
def fuse(rankings):
    sums = {}
    for ranking in rankings:
        for place, name in enumerate(ranking, 1):
            sums[name] = sums.get(name, 0) + 1 / (60 + place)
    sums = {name: sums[name] for name in sums if all(name in ranking for ranking in rankings)}
    return sorted(sums, key=sums.get, reverse=True)
