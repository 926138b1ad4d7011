# hint: `run_all` raised ValueError: byte 7
def run_all(work, names):
    return list(zip(names, map(work, names), strict=True)), []
