# hint: 0 of 1 whole, less than 100 %
def cheapest(splits, passages, percent):
    return min(splits, key=lambda name: sum(end - start for start, end in splits[name]))
