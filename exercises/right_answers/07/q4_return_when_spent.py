def read_within(ranked, budget):
    spans, known = [], set()
    for start, end in ranked:
        for at in range(start, end):
            if at in known:
                continue
            if len(known) == budget:
                return [*spans, (start, at)] if at > start else spans
            known.add(at)
        spans.append((start, end))
    return spans
