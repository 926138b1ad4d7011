def run_all(work, names):
    if not names:
        return [], []
    first, *others = names
    try:
        mine = ([(first, work(first))], [])
    except Exception as error:
        mine = ([], [[first, type(error).__name__ + ": " + str(error)]])
    rest = run_all(work, others)
    return mine[0] + list(rest[0]), mine[1] + list(rest[1])
