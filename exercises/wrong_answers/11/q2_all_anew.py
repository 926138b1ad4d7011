# hint: is as it should be: leave it alone
def stale(stored, folder, made_by):
    return sorted(folder), sorted(set(stored) - set(folder))
