# hint: delete what is stored and no longer there
def stale(stored, folder, made_by):
    return sorted(n for n in folder if stored.get(n) != (folder[n], made_by)), []
