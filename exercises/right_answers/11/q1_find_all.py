def misplaced(text, pieces):
    right = []
    for number, (start, piece) in enumerate(pieces):
        places = [at for at in range(len(text)) if text[at : at + len(piece)] == piece]
        after = [pieces[n][0] for n in right]
        if start in places and start > max(after, default=-1):
            right.append(number)
    return sorted(set(range(len(pieces))) - set(right))
