# hint: what lies in no chunk is not counted
def never_read(chunks, ends):
    if not chunks:
        return 0
    read = {at for (start, _), end in zip(chunks, ends, strict=True) for at in range(start, end)}
    return max(stop for _, stop in chunks) - len(read)
