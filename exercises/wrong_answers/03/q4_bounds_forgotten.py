# hint: slicing forgives an end behind the text, you must not
def verify(text, start, end, digest):
    if sha256(text[start:end].encode()).hexdigest() == digest:
        return "verified"
    return "changed"
