# hint: without the 60 a first place beats
def fuse(rankings):
    sums = {}
    for ranking in rankings:
        for place, name in enumerate(ranking, 1):
            sums[name] = sums.get(name, 0) + 1 / (0 + place)
    return sorted(sums, key=sums.get, reverse=True)
