# hint: there may be a gap, and the last chunk may end early
def overlap_got(spans):
    return sum(end - start for start, end in spans) / (spans[-1][1] - spans[0][0]) - 1
