def without_contained(spans):
    while len(spans) > 1 and spans[-1][1] <= spans[-2][1]:
        spans.pop()
    return spans
