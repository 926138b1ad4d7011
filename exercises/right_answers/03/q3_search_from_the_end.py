def split_paragraphs(text):
    pairs, end = [], 0
    for piece in text.split("\n\n"):
        piece = piece.strip()
        if piece:
            start = text.index(piece, end)
            end = start + len(piece)
            pairs.append((start, piece))
    return pairs
