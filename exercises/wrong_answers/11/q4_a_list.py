# hint: return the name of one setting
def choose(recalls, stored, draws):
    best = max(recalls, key=lambda name: sum(recalls[name]))

    def worse(name):
        more = [b - a for a, b in zip(recalls[name], recalls[best], strict=True)]
        return all(sum(more[n] for n in draw) > 0 for draw in draws)

    good = [name for name in recalls if not worse(name)]
    return sorted(good, key=stored.get)
