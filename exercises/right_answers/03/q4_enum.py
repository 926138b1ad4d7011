from enum import StrEnum


class Verdict(StrEnum):
    OUT = "out of bounds"
    VERIFIED = "verified"
    CHANGED = "changed"


def verify(text, start, end, digest):
    if start < 0 or end > len(text) or start >= end:
        return Verdict.OUT
    return (
        Verdict.VERIFIED
        if sha256(text[start:end].encode()).hexdigest() == digest
        else Verdict.CHANGED
    )
