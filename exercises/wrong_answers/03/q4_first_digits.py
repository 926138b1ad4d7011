# hint: all 64 digits of the digest must agree
def verify(text, start, end, digest):
    if not 0 <= start < end <= len(text):
        return "out of bounds"
    found = sha256(text[start:end].encode()).hexdigest()
    return "verified" if found[:8] == digest[:8] else "changed"
