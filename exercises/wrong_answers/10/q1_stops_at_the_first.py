# hint: and what comes after it is lost
def run_all(work, names):
    cut, failed = [], []
    try:
        for name in names:
            cut.append((name, work(name)))
    except Exception as error:
        failed.append((name, f"{type(error).__name__}: {error}"))
    return cut, failed
