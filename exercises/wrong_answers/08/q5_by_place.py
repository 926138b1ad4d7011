# hint: it is 1 ÷ (60 + place), not 1 ÷ place
def fused(first, second, depth):
    scores = {}
    for ranking in (first, second):
        for place, name in enumerate(ranking[:depth], 1):
            scores[name] = scores.get(name, 0) + 1 / place
    return sorted(scores.items(), key=lambda pair: pair[1], reverse=True)
