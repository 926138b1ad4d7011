# hint: add up both places of a name
def fused(first, second, depth):
    scores = {}
    for ranking in (first, second):
        for place, name in enumerate(ranking[:depth], 1):
            scores[name] = 1 / (60 + place)
    return sorted(scores.items(), key=lambda pair: pair[1], reverse=True)
