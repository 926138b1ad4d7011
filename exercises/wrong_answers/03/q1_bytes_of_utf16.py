# hint: bytes; a UTF-16 unit is two of them
def to_bytes(text, at):
    return len(text[:at].encode())


def to_utf16(text, at):
    return len(text[:at].encode("utf-16-le"))
