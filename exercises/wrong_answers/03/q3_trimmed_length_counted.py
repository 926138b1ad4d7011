# hint: the white space that was trimmed is text, too
def split_paragraphs(text):
    pairs, at = [], 0
    for piece in text.split("\n\n"):
        piece = piece.strip()
        if piece:
            pairs.append((text.find(piece, at), piece))
            at += len(piece) + 2
    return pairs
