def to_bytes(text, at):
    return sum(len(c.encode()) for c in text[:at])


def to_utf16(text, at):
    return sum(2 if ord(c) > 0xFFFF else 1 for c in text[:at])
