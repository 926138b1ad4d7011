# hint: and is named nowhere
def run_all(work, names):
    cut = []
    for name in names:
        try:
            cut.append((name, work(name)))
        except Exception:
            continue
    return cut, []
