def smallest_overlap(length, size, start, end):
    for overlap in range(size):
        step = size - overlap
        window = start // step * step
        if end <= min(window + size, length):
            return overlap
