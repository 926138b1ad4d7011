to_bytes = lambda text, at: len(bytes(text[:at], "utf8"))
to_utf16 = lambda text, at: len(text[:at].encode("utf-16-be")) >> 1
