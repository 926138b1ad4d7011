def choose(recalls, stored, draws):
    totals = {name: [sum(v[n] for n in draw) for draw in draws] for name, v in recalls.items()}
    best = sorted(recalls, key=lambda name: sum(recalls[name]))[-1]
    for name in sorted(stored, key=lambda name: stored[name]):
        if any(a >= b for a, b in zip(totals[name], totals[best])):
            return name
