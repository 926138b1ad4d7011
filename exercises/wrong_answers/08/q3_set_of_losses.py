# hint: what one chunk does not read, another one may
def never_read(chunks, ends):
    return len({at for (_, stop), end in zip(chunks, ends, strict=True) for at in range(end, stop)})
