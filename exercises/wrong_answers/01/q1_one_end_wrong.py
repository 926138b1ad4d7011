# hint: the starts are right; look at the ends again
my_spans = [(0, 10), (6, 16), (12, 22), (18, 24), (24, 26)]
