# hint: said 'changed', should be 'verified': compare hexdigest() of text[start:end] alone
def verify(text, start, end, digest):
    if not 0 <= start < end <= len(text):
        return "out of bounds"
    if sha256(text.encode()).hexdigest() == digest:
        return "verified"
    return "changed"
