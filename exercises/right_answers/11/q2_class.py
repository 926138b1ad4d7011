class Store:
    def __init__(self, stored, made_by):
        self.stored, self.made_by = stored, made_by

    def is_current(self, name, text):
        return name in self.stored and list(self.stored[name]) == [text, self.made_by]


def stale(stored, folder, made_by):
    store = Store(stored, made_by)
    replace = sorted(name for name, text in folder.items() if not store.is_current(name, text))
    return replace, sorted(filter(lambda name: name not in folder, stored))
