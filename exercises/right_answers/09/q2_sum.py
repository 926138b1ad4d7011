def pages_of(bounds, start, end):
    return sum(bound <= start for bound in bounds), sum(bound < end for bound in bounds)
