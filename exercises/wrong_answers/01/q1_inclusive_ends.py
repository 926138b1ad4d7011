# hint: the end is not part of the window: ten characters from 0 are (0, 10)
my_spans = [(0, 9), (6, 15), (12, 21), (18, 25), (24, 25)]
