# hint: ends too early: a later span may end before an earlier one
def merged(spans):
    whole = []
    for start, end in sorted(spans):
        if whole and start <= whole[-1][1]:
            whole[-1] = (whole[-1][0], end)
        else:
            whole.append((start, end))
    return whole
