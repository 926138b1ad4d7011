def stale(stored, folder, made_by):
    have = {(name, *both) for name, both in stored.items()}
    want = {(name, text, made_by) for name, text in folder.items()}
    return [sorted({name for name, *_ in want - have}), sorted(stored.keys() - folder.keys())]
