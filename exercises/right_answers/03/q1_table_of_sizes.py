def to_bytes(text, at):
    size = 0
    for char in text[:at]:
        match ord(char):
            case code if code < 0x80:
                size += 1
            case code if code < 0x800:
                size += 2
            case code if code < 0x10000:
                size += 3
            case _:
                size += 4
    return size


def to_utf16(text, at):
    return at + len([char for char in text[:at] if char > "\uffff"])
