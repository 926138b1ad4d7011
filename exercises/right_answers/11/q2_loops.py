def stale(stored, folder, made_by):
    replace, delete = [], []
    for name in sorted(folder):
        if name not in stored:
            replace.append(name)
        else:
            text, chunker = stored[name]
            if text != folder[name] or chunker != made_by:
                replace.append(name)
    for name in sorted(stored):
        if name not in folder:
            delete.append(name)
    return replace, delete
