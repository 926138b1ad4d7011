import codecs
from io import BytesIO


def to_bytes(text, at):
    written = BytesIO()
    codecs.getwriter("utf-8")(written).write(text[:at])
    return written.tell()


def to_utf16(text, at):
    return (len(text[:at].encode("utf-16")) - 2) // 2
