def counted(text_length, size, overlap, length):
    whole = places = 0
    for place in range(text_length - length + 1):
        places += 1
        start = 0
        while start < text_length:
            if start <= place and place + length <= start + size:
                whole += 1
                break
            start += size - overlap
    return whole, places


def law(size, overlap, length):
    if length > size:
        return 0, 1
    if length <= overlap + 1:
        return 1, 1
    return size - length + 1, size - overlap
