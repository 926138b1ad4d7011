from collections import Counter


def choose(recalls, stored, draws):
    best = max(recalls, key=lambda name: sum(recalls[name]))
    counts = [Counter(draw) for draw in draws]

    def read(name, count):
        return sum(times * recalls[name][number] for number, times in count.items())

    good = {n for n in recalls for c in counts if read(n, c) >= read(best, c)}
    return min(good, key=stored.__getitem__)
