def merged(spans):
    match sorted(spans):
        case [(a, b), (c, d), *others] if c <= b:
            return merged([(a, max(b, d)), *others])
        case [first, *others]:
            return [first, *merged(others)]
    return []
