def merged(spans):
    events = sorted([(s, 0) for s, _ in spans] + [(e, 1) for _, e in spans])
    whole, depth = [], 0
    for place, closes in events:
        if depth == 0 and not closes:
            start = place
        depth += -1 if closes else 1
        if depth == 0:
            whole.append((start, place))
    return whole
