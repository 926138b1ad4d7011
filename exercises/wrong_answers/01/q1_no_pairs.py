# hint: write a list of pairs such as [(0, 10)]
my_spans = [0, 10, 6, 16, 12, 22, 18, 26, 24, 26]
