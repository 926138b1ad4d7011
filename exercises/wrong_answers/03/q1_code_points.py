# hint: the code points themselves; some characters take more
def to_bytes(text, at):
    return len(text[:at])


def to_utf16(text, at):
    return len(text[:at])
