def split_paragraphs(text):
    pairs, at = [], 0
    for piece in text.split("\n\n"):
        piece = piece.strip()
        if piece:
            at = text.find(piece, at)
            pairs.append((at, piece))
            at += len(piece)
    return pairs
