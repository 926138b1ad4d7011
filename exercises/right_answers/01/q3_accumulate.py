from itertools import accumulate


def without_contained(spans):
    reached = accumulate((end for _, end in spans), max, initial=0)
    return [span for span, before in zip(spans, reached) if span[1] > before]
