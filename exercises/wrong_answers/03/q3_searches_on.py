# hint: but it stands at
def split_paragraphs(text):
    pairs, cursor = [], 0
    for piece in text.split("\n\n"):
        piece = piece.strip()
        if piece:
            pairs.append((text.find(piece, cursor), piece))
            cursor = pairs[-1][0] + 1
    return pairs
