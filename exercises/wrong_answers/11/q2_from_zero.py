# hint: places count from 1
def fuse(rankings):
    sums = {}
    for ranking in rankings:
        for place, name in enumerate(ranking, 0):
            sums[name] = sums.get(name, 0) + 1 / (60 + place)
    return sorted(sums, key=sums.get, reverse=True)
