starts = [0, 6, 12, 18, 24]
my_spans = list(zip(starts, [10, 16, 22, 26, 26], strict=True))
