# hint: no position is below 0
def misplaced(text, pieces):
    wrong, last = [], -2
    for number, (start, piece) in enumerate(pieces):
        end = start + len(piece) or None
        if start <= last or text[start:end] != piece:
            wrong.append(number)
        else:
            last = start
    return wrong
