def covered(spans):
    total, reached = 0, 0
    for start, end in sorted(spans):
        total += max(0, end - max(start, reached))
        reached = max(reached, end)
    return total


def never_read(chunks, ends):
    return covered(chunks) - covered([(start, end) for (start, _), end in zip(chunks, ends)])
