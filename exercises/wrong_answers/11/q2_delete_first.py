# hint: what is replaced is not deleted
def stale(stored, folder, made_by):
    replace = [n for n in folder if stored.get(n) != (folder[n], made_by)]
    return sorted(replace), sorted(n for n in stored if n not in folder or n in replace)
