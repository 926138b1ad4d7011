from functools import reduce


def without_contained(spans):
    def add(kept, span):
        return kept if kept and kept[-1][1] >= span[1] else [*kept, span]

    return reduce(add, spans, [])
