def without_contained(spans):
    return [
        (start, end)
        for number, (start, end) in enumerate(spans)
        if not any(s <= start and end <= e for s, e in spans[:number])
    ]
