# hint: said 'verified', but at
def verdict(text, start, quote):
    if quote in text:
        return "verified", [start]
    at = start
    while text[at : at + 1] == quote[at - start]:
        at += 1
    return "changed", [at]
