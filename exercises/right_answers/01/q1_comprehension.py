my_spans = [(start, min(start + 10, 26)) for start in range(0, 26, 6)]
