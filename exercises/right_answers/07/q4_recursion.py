def read_within(ranked, budget, known=frozenset()):
    if not ranked or budget == 0:
        return []
    (start, end), *others = ranked
    new = [place for place in range(start, end) if place not in known][:budget]
    spans = [(place, place + 1) for place in new]
    return spans + read_within(others, budget - len(new), known.union(new))
