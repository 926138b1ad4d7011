import numpy as np


def to_bytes(text, at):
    codes = np.array([ord(char) for char in text[:at]], dtype=np.int64)
    return at + sum((codes >= edge).sum() for edge in (0x80, 0x800, 0x10000))


def to_utf16(text, at):
    codes = np.array([ord(char) for char in text[:at]], dtype=np.int64)
    return at + np.count_nonzero(codes >= 0x10000)
