# hint: that is what is read
def never_read(chunks, ends):
    return len(
        {at for (start, _), end in zip(chunks, ends, strict=True) for at in range(start, end)}
    )
