from itertools import pairwise


def cited_pages(bounds, chunk, evidence):
    page_of = [n for n, (a, b) in enumerate(pairwise(bounds), 1) for _ in range(a, b)]
    said = [p for p in range(*chunk) if any(start <= p < end for start, end in evidence)]
    pages = sorted(page_of[place] for place in said or range(*chunk))
    return (
        "–".join(["p. " + str(pages[0])])
        if pages[0] == pages[-1]
        else ("pp. " + "–".join(str(page) for page in (pages[0], pages[-1])))
    )
