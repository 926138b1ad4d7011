def line_spans(text, offset=0):
    line, feed, rest = text.partition("\n")
    body = line.strip()
    start = offset + line.index(body) if body else 0
    here = [(start, start + len(body))] if body else []
    return here + (line_spans(rest, offset + len(line) + 1) if feed else [])
