step = 10 - 4
my_spans = [(n * step, min(n * step + 10, 26)) for n in range(-(-26 // step))]
