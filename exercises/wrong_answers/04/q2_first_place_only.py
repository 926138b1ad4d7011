# hint: name every place
def verdict(text, start, quote):
    if text.startswith(quote, start):
        return "verified", [start]
    if quote in text:
        return "moved", [text.index(quote)]
    at = start
    while text[at : at + 1] == quote[at - start]:
        at += 1
    return "changed", [at]
