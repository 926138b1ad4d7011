def split_paragraphs(text):
    pairs, done, rest = [], 0, text
    while rest:
        piece, border, rest = rest.partition("\n\n")
        bare = piece.strip()
        pairs += [(done + piece.find(bare), bare)] if bare else []
        done += len(piece) + len(border)
    return pairs
