# hint: each window moves on by size - overlap
my_spans = [(0, 10), (4, 14), (8, 18), (12, 22), (16, 26), (20, 26), (24, 26)]
