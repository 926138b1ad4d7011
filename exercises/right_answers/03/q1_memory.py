def to_bytes(text, at):
    return memoryview(bytes(text[:at], "utf8")).nbytes


def to_utf16(text, at):
    return at + sum(c > "\uffff" for c in text[:at])
