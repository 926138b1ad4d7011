# hint: was a byte order mark counted?
def to_bytes(text, at):
    return len(text[:at].encode("utf-8-sig"))


def to_utf16(text, at):
    return len(text[:at].encode("utf-16-le")) // 2
