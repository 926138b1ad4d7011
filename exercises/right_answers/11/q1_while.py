def misplaced(text, pieces):
    wrong = []
    last = -1
    number = 0
    while number < len(pieces):
        start, piece = pieces[number]
        if start > last and text[start : start + len(piece)] == piece:
            last = start
        else:
            wrong += [number]
        number += 1
    return wrong
