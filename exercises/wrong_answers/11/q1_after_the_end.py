# hint: stands where it says, after the right ones
def misplaced(text, pieces):
    wrong, end = [], 0
    for number, (start, piece) in enumerate(pieces):
        if start < end or not text.startswith(piece, start):
            wrong.append(number)
        else:
            end = start + len(piece)
    return wrong
