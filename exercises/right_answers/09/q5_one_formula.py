def cited_pages(bounds, chunk, evidence):
    parts = [range(max(s, chunk[0]), min(e, chunk[1])) for s, e in evidence]
    parts = [part for part in parts if part] or [range(*chunk)]
    first = bisect_right(bounds, min(part[0] for part in parts))
    last = bisect_right(bounds, max(part[-1] for part in parts))
    return "p" * (1 + (last > first)) + f". {first}" + f"–{last}" * (last > first)
