# hint: is the same, but another chunker made its chunks
def stale(stored, folder, made_by):
    replace = [n for n in folder if n not in stored or stored[n][0] != folder[n]]
    return sorted(replace), sorted(set(stored) - set(folder))
