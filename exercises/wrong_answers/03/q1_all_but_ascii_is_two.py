# hint: only a character beyond U+FFFF is two units
def to_bytes(text, at):
    return len(text[:at].encode())


def to_utf16(text, at):
    return sum(1 if c.isascii() else 2 for c in text[:at])
