# hint: two pieces claim the same place: twins; carry the position instead of searching
def line_spans(text):
    spans = []
    for line in text.split("\n"):
        line = line.strip()
        if line:
            spans.append((text.find(line), text.find(line) + len(line)))
    return spans
