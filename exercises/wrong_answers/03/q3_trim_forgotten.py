# hint: does not stand where its offset says
def split_paragraphs(text):
    pairs, cursor = [], 0
    for piece in text.split("\n\n"):
        if piece.strip():
            pairs.append((cursor, piece.strip()))
        cursor += len(piece) + 2
    return pairs
