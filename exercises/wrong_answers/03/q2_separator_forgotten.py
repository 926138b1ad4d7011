# hint: but it stands at
def line_spans(text):
    spans, cursor = [], 0
    for line in text.split("\n"):
        start = cursor + len(line) - len(line.lstrip())
        if line.strip():
            spans.append((start, start + len(line.strip())))
        cursor += len(line)
    return spans
