def run_all(work, names):
    cut, failed = [], []
    for name in names:
        try:
            spans = work(name)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            failed.append([name, type(error).__name__ + f": {error}"])
        else:
            cut.append([name, spans])
    return [cut, failed]
