# hint: stores least, but reads less than the best
def choose(recalls, stored, draws):
    return min(stored, key=stored.get)
