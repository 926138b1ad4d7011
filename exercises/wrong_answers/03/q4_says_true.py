# hint: answer 'verified', 'changed' or 'out of bounds'
def verify(text, start, end, digest):
    if not 0 <= start < end <= len(text):
        return False
    return sha256(text[start:end].encode()).hexdigest() == digest
