def without_contained(spans):
    return [
        one
        for one in spans
        if not any(o is not one and o[0] <= one[0] and one[1] <= o[1] for o in spans)
    ]
