def cited_pages(bounds, chunk, evidence):
    inside = set(range(*chunk))
    said = {place for span in evidence for place in range(*span)} & inside or inside
    pages = [sum(bound <= place for bound in bounds) for place in (min(said), max(said))]
    if pages[0] == pages[1]:
        return f"p. {pages[0]}"
    return "pp. {}–{}".format(*pages)
