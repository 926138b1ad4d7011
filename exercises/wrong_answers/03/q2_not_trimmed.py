# hint: a piece still has white space at an end: move the span's ends
def line_spans(text):
    spans, cursor = [], 0
    for line in text.split("\n"):
        if line.strip():
            spans.append((cursor, cursor + len(line)))
        cursor += len(line) + 1
    return spans
