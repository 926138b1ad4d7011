# hint: the length of the whole text; count what stands before
def to_bytes(text, at):
    return len(text.encode())


def to_utf16(text, at):
    return len(text.encode("utf-16-le")) // 2
