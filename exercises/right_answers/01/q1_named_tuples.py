from collections import namedtuple

Window = namedtuple("Window", "start end")
my_spans = [Window(0, 10), Window(6, 16), Window(12, 22), Window(18, 26), Window(24, 26)]
