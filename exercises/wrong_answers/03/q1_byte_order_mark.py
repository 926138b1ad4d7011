# hint: bytes, with a byte order mark; a unit is two bytes
def to_bytes(text, at):
    return len(text[:at].encode())


def to_utf16(text, at):
    return len(text[:at].encode("utf-16"))
