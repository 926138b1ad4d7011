def to_bytes(text, at):
    return sum(len(char.encode()) for char in text[:at])


def to_utf16(text, at):
    return sum(1 + (ord(char) > 0xFFFF) for char in text[:at])
