# hint: no spans are no fault
def run_all(work, names):
    cut, failed = [], []
    for name in names:
        try:
            spans = work(name)
            if not spans:
                raise ValueError("no spans")
            cut.append((name, spans))
        except Exception as error:
            failed.append((name, f"{type(error).__name__}: {error}"))
    return cut, failed
