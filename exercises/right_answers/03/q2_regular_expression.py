import re


def line_spans(text):
    return [found.span() for found in re.finditer(r"\S(?:[^\n]*\S)?", text)]
