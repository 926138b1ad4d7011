# hint: sort each list, and name each once
def stale(stored, folder, made_by):
    replace = [n for n in folder if stored.get(n) != (folder[n], made_by)]
    return replace, [n for n in stored if n not in folder]
