# hint: equal sums stand in the order in which they are found
def fuse(rankings):
    sums = {}
    for ranking in rankings:
        for place, name in enumerate(ranking, 1):
            sums[name] = sums.get(name, 0) + 1 / (60 + place)
    return sorted(sums, key=lambda name: (-sums[name], [-ord(c) for c in name]))
