# hint: somebody pressed Ctrl-C, and the run went on
def run_all(work, names):
    cut, failed = [], []
    for name in names:
        try:
            cut.append((name, work(name)))
        except BaseException as error:
            failed.append((name, f"{type(error).__name__}: {error}"))
    return cut, failed
