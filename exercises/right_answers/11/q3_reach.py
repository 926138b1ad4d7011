def overlap_got(spans):
    stored = covered = reach = 0
    for start, end in spans:
        stored += end - start
        covered += max(0, end - max(start, reach))
        reach = max(reach, end)
    return stored / covered - 1
