# hint: said 'moved': the words do stand at
def verdict(text, start, quote):
    places = [at for at in range(len(text)) if text.startswith(quote, at)]
    if places and places[0] != start:
        return "moved", places
    if places:
        return "verified", [start]
    at = start
    while text[at : at + 1] == quote[at - start]:
        at += 1
    return "changed", [at]
