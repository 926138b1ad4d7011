import hmac


def verify(text, start, end, digest):
    if start < 0 or end > len(text) or start >= end:
        return "out of bounds"
    same = hmac.compare_digest(sha256(text[start:end].encode()).hexdigest(), digest)
    return "verified" if same else "changed"
