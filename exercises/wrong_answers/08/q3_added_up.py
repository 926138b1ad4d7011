# hint: what two chunks lose counts twice
def never_read(chunks, ends):
    return sum(stop - end for (_, stop), end in zip(chunks, ends, strict=True))
