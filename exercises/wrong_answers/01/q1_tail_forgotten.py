# hint: one window is missing: 24 is smaller than 26, so a window starts there too
my_spans = [(0, 10), (6, 16), (12, 22), (18, 26)]
