# hint: each file once is enough
def run_all(work, names):
    cut, failed = [], []
    for name in names:
        try:
            work(name)
            cut.append((name, work(name)))
        except Exception as error:
            failed.append((name, f"{type(error).__name__}: {error}"))
    return cut, failed
