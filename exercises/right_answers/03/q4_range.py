import hashlib
import hmac


def verify(text, start, end, digest):
    places = range(len(text))
    if start not in places or end - 1 not in places or end - 1 < start:
        return "out of bounds"
    mine = hashlib.new("sha256", text[start:end].encode()).hexdigest()
    return {True: "verified", False: "changed"}[hmac.compare_digest(mine, digest)]
