def tearing_overlap(length, size, start, end):
    letters = "".join("tw"[is_whole(length, size, o, start, end)] for o in range(size))
    found = letters.find("wt")
    return found + 1 if found >= 0 else None
