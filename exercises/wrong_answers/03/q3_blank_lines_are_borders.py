# hint: a line of blanks is no border
import re


def split_paragraphs(text):
    pairs, at = [], 0
    for piece in re.split(r"(\n\s*\n)", text):
        if piece.strip():
            pairs.append((at + len(piece) - len(piece.lstrip()), piece.strip()))
        at += len(piece)
    return pairs
