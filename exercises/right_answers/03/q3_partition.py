def split_paragraphs(text):
    pairs, at, rest = [], 0, text
    while True:
        piece, joint, rest = rest.partition("\n\n")
        if piece.strip():
            pairs.append((at + len(piece) - len(piece.lstrip()), piece.strip()))
        at += len(piece) + len(joint)
        if not joint:
            return pairs
