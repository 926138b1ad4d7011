# hint: count only the evidence that lies in the chunk
def cited_pages(bounds, chunk, evidence):
    held = evidence or [chunk]
    first = bisect_right(bounds, min(start for start, _ in held))
    last = bisect_right(bounds, max(end for _, end in held) - 1)
    return f"p. {first}" if first == last else f"pp. {first}–{last}"
