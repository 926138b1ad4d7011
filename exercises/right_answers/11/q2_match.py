def stale(stored, folder, made_by):
    replace, delete = [], []
    for name in {**stored, **folder}:
        match stored.get(name), folder.get(name):
            case _, None:
                delete.append(name)
            case (text, chunker), wanted if text == wanted and chunker == made_by:
                pass
            case _:
                replace.append(name)
    return sorted(replace), sorted(delete)
