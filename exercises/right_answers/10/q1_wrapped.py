def run_all(work, names):
    def tried(name):
        try:
            return True, work(name)
        except Exception as error:
            return False, f"{type(error).__name__}: {error}"

    found = [(name, *tried(name)) for name in names]
    cut = [(name, value) for name, good, value in found if good]
    return cut, [(name, value) for name, good, value in found if not good]
