# hint: still lies inside an earlier window: there can be more than one
def without_contained(spans):
    if len(spans) > 1 and spans[-1][1] <= spans[-2][1]:
        return spans[:-1]
    return spans
