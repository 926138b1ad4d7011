class OutOfBounds(Exception):
    pass


def passage_of(text, start, end):
    if not (0 <= start and start < end and end <= len(text)):
        raise OutOfBounds
    return text[start:end]


def verify(text, start, end, digest):
    try:
        passage = passage_of(text, start, end)
    except OutOfBounds:
        return "out of bounds"
    hashed = sha256()
    for char in passage:
        hashed.update(char.encode())
    return "verified" if hashed.hexdigest() == digest else "changed"
