# hint: the end of a span is not in it
def cited_pages(bounds, chunk, evidence):
    parts = [(max(start, chunk[0]), min(end, chunk[1])) for start, end in evidence]
    held = [(start, end) for start, end in parts if start < end] or [chunk]
    first = bisect_right(bounds, min(start for start, _ in held))
    last = bisect_right(bounds, max(end for _, end in held))
    return f"p. {first}" if first == last else f"pp. {first}–{last}"
