import re


def split_paragraphs(text):
    out, at = [], 0
    for piece in text.split("\n\n"):
        m = re.search(r"\S.*\S|\S", piece, re.S)
        if m:
            out.append((at + m.start(), m[0]))
        at += len(piece) + 2
    return out
