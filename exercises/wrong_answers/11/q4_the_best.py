# hint: cannot be told from it and stores less
def choose(recalls, stored, draws):
    return max(recalls, key=lambda name: sum(recalls[name]))
