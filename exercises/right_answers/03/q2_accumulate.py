from itertools import accumulate


def line_spans(text):
    lines = text.split("\n")
    starts = accumulate((len(line) + 1 for line in lines), initial=0)
    trimmed = [(s + len(l) - len(l.lstrip()), l.strip()) for s, l in zip(starts, lines)]
    return [(start, start + len(line)) for start, line in trimmed if line]
