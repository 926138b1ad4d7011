# hint: of a ranking are there
def fused(first, second, depth):
    places = {name: place for place, name in enumerate(first[:depth], 1)}
    scores = {
        name: 1 / (60 + place) + 1 / (60 + places[name])
        for place, name in enumerate(second[:depth], 1)
        if name in places
    }
    return sorted(scores.items(), key=lambda pair: pair[1], reverse=True)
