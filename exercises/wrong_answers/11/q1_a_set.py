# hint: return a list of numbers
def misplaced(text, pieces):
    wrong, last = set(), -1
    for number, (start, piece) in enumerate(pieces):
        if start <= last or not text.startswith(piece, start):
            wrong.add(number)
        else:
            last = start
    return dict.fromkeys(wrong, True)
