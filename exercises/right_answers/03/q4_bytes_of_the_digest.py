def verify(text, start, end, digest):
    sound = 0 <= start < end <= len(text)
    words = ["changed", "verified"]
    found = sound and sha256(text[start:end].encode("utf8")).digest() == bytes.fromhex(digest)
    return words[found] if sound else "out of bounds"
