# hint: the order of the names is not kept
def run_all(work, names):
    cut, failed = [], []
    for name in sorted(names):
        try:
            cut.append((name, work(name)))
        except Exception as error:
            failed.append((name, f"{type(error).__name__}: {error}"))
    return cut, failed
