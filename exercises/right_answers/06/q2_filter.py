from functools import partial
from itertools import filterfalse


def holds(text, row):
    _, start, end, words = row
    return start >= 0 and end <= len(text) and text[start:end] == words


def left_behind(text, rows):
    kinds = {True: "moved", False: "gone"}
    return [(row[0], kinds[row[3] in text]) for row in filterfalse(partial(holds, text), rows)]
