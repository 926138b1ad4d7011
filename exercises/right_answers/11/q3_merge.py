def overlap_got(spans):
    whole = []
    for start, end in spans:
        if whole and start <= whole[-1][1]:
            whole[-1][1] = max(whole[-1][1], end)
        else:
            whole.append([start, end])
    length = lambda some: sum(end - start for start, end in some)
    return length(spans) / length(whole) - 1
