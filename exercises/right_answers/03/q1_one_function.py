from functools import partial


def units(encoding, width, text, at):
    return len(text[:at].encode(encoding)) // width


to_bytes, to_utf16 = partial(units, "utf-8", 1), partial(units, "utf-16-le", 2)
