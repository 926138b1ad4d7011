# hint: a line ends at a line feed alone; splitlines() knows more
def line_spans(text):
    spans, cursor = [], 0
    for line in text.splitlines(keepends=True):
        start = cursor + len(line) - len(line.lstrip())
        if line.strip():
            spans.append((start, start + len(line.strip())))
        cursor += len(line)
    return spans
