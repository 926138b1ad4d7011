# hint: a span needs 0 <= start < end
def verify(text, start, end, digest):
    if end > len(text):
        return "out of bounds"
    if sha256(text[start:end].encode()).hexdigest() == digest:
        return "verified"
    return "changed"
