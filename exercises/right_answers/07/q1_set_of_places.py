def merged(spans):
    places = sorted({p for s, e in spans for p in range(s, e)})
    out = []
    for p in places:
        if out and out[-1][1] == p:
            out[-1] = (out[-1][0], p + 1)
        else:
            out.append((p, p + 1))
    return out
