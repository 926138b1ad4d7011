# hint: is not stored yet
def stale(stored, folder, made_by):
    replace = [n for n in stored if n in folder and stored[n] != (folder[n], made_by)]
    return sorted(replace), sorted(set(stored) - set(folder))
