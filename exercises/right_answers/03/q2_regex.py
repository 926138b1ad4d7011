import re


def line_spans(text):
    return [m.span() for m in re.finditer(r"[^\s](?:[^\n]*\S)?", text)]
