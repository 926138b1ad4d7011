# hint: a slice that matches may be an equal one further on
def misplaced(text, pieces):
    return [
        n
        for n, (start, piece) in enumerate(pieces)
        if start < 0 or text[start : start + len(piece)] != piece
    ]
