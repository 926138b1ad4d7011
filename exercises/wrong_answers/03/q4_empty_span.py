# hint: an empty span holds nothing that could be verified
def verify(text, start, end, digest):
    if not 0 <= start <= end <= len(text):
        return "out of bounds"
    if sha256(text[start:end].encode()).hexdigest() == digest:
        return "verified"
    return "changed"
