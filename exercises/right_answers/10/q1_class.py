class Run:
    def __init__(self, work):
        self.work, self.cut, self.failed = work, {}, {}

    def __call__(self, name):
        try:
            self.cut[name] = self.work(name)
        except Exception as problem:
            self.failed[name] = "%s: %s" % (problem.__class__.__name__, problem)


def run_all(work, names):
    run = Run(work)
    for name in names:
        run(name)
    return list(run.cut.items()), list(run.failed.items())
