# hint: have another sha256
def verify(text, start, end, digest):
    if not 0 <= start < end <= len(text):
        return "out of bounds"
    stretches = (text[at : at + end - start] for at in range(len(text)))
    if any(sha256(words.encode()).hexdigest() == digest for words in stretches):
        return "verified"
    return "changed"
