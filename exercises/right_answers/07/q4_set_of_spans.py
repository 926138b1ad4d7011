def read_within(ranked, budget):
    paid = {}
    for s, e in ranked:
        for p in range(s, e):
            if p not in paid and len(paid) == budget:
                return {(q, q + 1) for q in paid}
            paid[p] = True
    return {(q, q + 1) for q in paid}
