def run_all(work, names):
    cut, failed = [], []
    at = 0
    while at < len(names):
        name = names[at]
        at += 1
        try:
            spans = work(name)
        except Exception as error:
            kind = type(error)
            failed += [(name, f"{kind.__name__}: {error!s}")]
        else:
            cut += [(name, spans)]
    return cut, failed
