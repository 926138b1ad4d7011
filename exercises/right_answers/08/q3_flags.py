def never_read(chunks, ends):
    size = max((end for _, end in chunks), default=0)
    held, read = [False] * size, [False] * size
    for (start, stop), end in zip(chunks, ends):
        for at in range(start, stop):
            held[at] = True
            read[at] = read[at] or at < end
    return sum(h and not r for h, r in zip(held, read))
