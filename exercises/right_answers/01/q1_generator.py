def windows():
    start = 0
    while start < 26:
        yield start, min(26, start + 10)
        start += 6


my_spans = [*windows()]
