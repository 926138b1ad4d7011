def verify(text, start, end, digest):
    match 0 <= start < end <= len(text):
        case False:
            return "out of bounds"
    same = sha256(bytes(text[start:end], "utf-8")).hexdigest() == digest
    return "verified" if same else "changed"
