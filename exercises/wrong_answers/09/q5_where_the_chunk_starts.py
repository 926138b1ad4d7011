# hint: the page where the chunk starts; cite those of the evidence
def cited_pages(bounds, chunk, evidence):
    return f"p. {bisect_right(bounds, chunk[0])}"
