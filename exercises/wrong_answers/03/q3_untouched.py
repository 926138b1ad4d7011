# hint: two pieces claim the same place: twins; carry the position instead of searching
def split_paragraphs(text):
    pairs = []
    for piece in text.split("\n\n"):
        piece = piece.strip()
        if piece:
            pairs.append((text.find(piece), piece))
    return pairs
