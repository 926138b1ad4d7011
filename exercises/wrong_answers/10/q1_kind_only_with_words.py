# hint: may have no words of its own: begin with the name of its kind
def run_all(work, names):
    cut, failed = [], []
    for name in names:
        try:
            cut.append((name, work(name)))
        except Exception as error:
            failed.append((name, f"{type(error).__name__}: {error}" if str(error) else ""))
    return cut, failed
