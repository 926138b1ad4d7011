# hint: has spans that touch: they become one
def merged(spans):
    whole = []
    for start, end in sorted(spans):
        if whole and start < whole[-1][1]:
            whole[-1] = (whole[-1][0], max(whole[-1][1], end))
        else:
            whole.append((start, end))
    return whole
