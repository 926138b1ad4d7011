from itertools import accumulate


def trimmed(start, line):
    return start + len(line) - len(line.lstrip()), start + len(line.rstrip())


def line_spans(text):
    lines = text.split("\n")
    starts = accumulate((len(line) + 1 for line in lines), initial=0)
    pairs = zip(starts, lines, strict=False)
    return [trimmed(start, line) for start, line in pairs if line.strip()]
