from itertools import takewhile, zip_longest


def verdict(text, start, quote):
    width = len(quote)
    windows = {at: text[at : at + width] for at in range(len(text))}
    if windows.get(start) == quote:
        return "verified", [start]
    if quote in windows.values():
        return "moved", [at for at, words in windows.items() if words == quote]
    same = takewhile(lambda pair: pair[0] == pair[1], zip_longest(text[start:], quote))
    return "changed", [start + len(list(same))]
