# hint: more than spaces is trimmed
def line_spans(text):
    spans, cursor = [], 0
    for line in text.split("\n"):
        trimmed = line.strip(" \r")
        if trimmed:
            start = cursor + len(line) - len(line.lstrip(" \r"))
            spans.append((start, start + len(trimmed)))
        cursor += len(line) + 1
    return spans
