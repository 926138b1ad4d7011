# hint: a window ends where the text ends, at 26 at the latest
my_spans = [(0, 10), (6, 16), (12, 22), (18, 28), (24, 34)]
