# hint: a blank piece is in the list: leave it out
def line_spans(text):
    spans, cursor = [], 0
    for line in text.split("\n"):
        start = cursor + len(line) - len(line.lstrip())
        spans.append((start, start + len(line.strip())))
        cursor += len(line) + 1
    return spans
