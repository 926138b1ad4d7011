def split_paragraphs(text):
    found, start = [], 0
    while True:
        end = text.find("\n\n", start)
        piece = text[start:] if end < 0 else text[start:end]
        if piece.strip():
            found.append((start + piece.index(piece.strip()[0]), piece.strip()))
        if end < 0:
            return found
        start = end + 2
