def line_spans(text):
    spans, first, last = [], None, None
    for at, char in enumerate(text + "\n"):
        if char == "\n":
            if first is not None:
                spans.append((first, last + 1))
            first = None
        elif not char.isspace():
            first = at if first is None else first
            last = at
    return spans
