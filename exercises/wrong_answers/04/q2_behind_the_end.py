# hint: IndexError: string index out of range
def verdict(text, start, quote):
    if text.startswith(quote, start):
        return "verified", [start]
    places = [at for at in range(len(text)) if text.startswith(quote, at)]
    if places:
        return "moved", places
    at = start
    while text[at] == quote[at - start]:
        at += 1
    return "changed", [at]
