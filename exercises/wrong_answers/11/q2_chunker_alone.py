# hint: has another text by now
def stale(stored, folder, made_by):
    replace = [n for n in folder if n not in stored or stored[n][1] != made_by]
    return sorted(replace), sorted(set(stored) - set(folder))
