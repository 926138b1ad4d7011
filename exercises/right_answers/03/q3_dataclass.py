from dataclasses import dataclass


@dataclass
class Piece:
    start: int
    text: str

    def trimmed(self):
        left = self.text.lstrip()
        return self.start + len(self.text) - len(left), left.rstrip()


def split_paragraphs(text):
    pieces, at = [], 0
    for part in text.split("\n\n"):
        pieces.append(Piece(at, part))
        at += len(part) + 2
    return [pair for pair in (piece.trimmed() for piece in pieces) if pair[1]]
