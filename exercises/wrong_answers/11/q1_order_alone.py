# hint: does not stand where it says
def misplaced(text, pieces):
    wrong, last = [], -1
    for number, (start, _) in enumerate(pieces):
        if start <= last or start >= len(text):
            wrong.append(number)
        else:
            last = start
    return wrong
