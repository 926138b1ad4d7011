from io import StringIO


def line_spans(text):
    spans, at = [], 0
    for line in StringIO(text, newline="\n"):
        if body := line.strip():
            left = at + len(line) - len(line.lstrip())
            spans.append((left, left + len(body)))
        at += len(line)
    return spans
