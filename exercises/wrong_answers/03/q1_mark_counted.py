# hint: one too many: "utf-16" puts a byte order mark first
def to_bytes(text, at):
    return len(text[:at].encode())


def to_utf16(text, at):
    return len(text[:at].encode("utf-16")) // 2
