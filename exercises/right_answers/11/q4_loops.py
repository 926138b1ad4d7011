def choose(recalls, stored, draws):
    best, most = None, -1
    for name, values in recalls.items():
        if sum(values) > most:
            best, most = name, sum(values)
    chosen = best
    for name in recalls:
        as_good = False
        for draw in draws:
            mine = theirs = 0
            for number in draw:
                mine += recalls[name][number]
                theirs += recalls[best][number]
            if mine >= theirs:
                as_good = True
        if as_good and stored[name] < stored[chosen]:
            chosen = name
    return chosen
