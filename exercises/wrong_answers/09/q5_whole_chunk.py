# hint: the pages of the whole chunk; cite those of the evidence
def cited_pages(bounds, chunk, evidence):
    first, last = bisect_right(bounds, chunk[0]), bisect_right(bounds, chunk[1] - 1)
    return f"p. {first}" if first == last else f"pp. {first}–{last}"
