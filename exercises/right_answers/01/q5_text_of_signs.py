def tearing_overlap(length, size, start, end):
    signs = "".join("tw"[is_whole(length, size, o, start, end)] for o in range(size))
    found = signs.find("wt")
    return found + 1 if found >= 0 else None
