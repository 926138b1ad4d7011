# hint: an offset is -1: find() says so when it finds nothing
def split_paragraphs(text):
    pairs = []
    for piece in text.split("\n\n"):
        piece = " ".join(piece.split())
        if piece:
            pairs.append((text.find(piece), piece))
    return pairs
