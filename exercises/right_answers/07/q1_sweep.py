def merged(spans):
    events = sorted([(s, -1) for s, _ in spans] + [(e, 1) for _, e in spans])
    out, depth, begin = [], 0, None
    for place, kind in events:
        if kind == -1:
            if depth == 0:
                begin = place
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                out.append((begin, place))
    return out
