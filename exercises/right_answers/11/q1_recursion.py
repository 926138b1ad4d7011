def misplaced(text, pieces, number=0, last=-1):
    if number == len(pieces):
        return []
    start, piece = pieces[number]
    if start > last and text.startswith(piece, start):
        return misplaced(text, pieces, number + 1, start)
    return [number, *misplaced(text, pieces, number + 1, last)]
