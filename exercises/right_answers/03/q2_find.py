def line_spans(text):
    spans, start = [], 0
    while start <= len(text):
        feed = text.find("\n", start)
        feed = len(text) if feed < 0 else feed
        first, last = start, feed
        while first < last and text[first].isspace():
            first += 1
        while last > first and text[last - 1].isspace():
            last -= 1
        if first < last:
            spans.append((first, last))
        start = feed + 1
    return spans
