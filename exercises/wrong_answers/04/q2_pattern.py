# hint: is it taken for a pattern?
def verdict(text, start, quote):
    if text.startswith(quote, start):
        return "verified", [start]
    places = [m.start() for m in re.finditer(f"(?={quote})", text)]
    if places:
        return "moved", places
    at = start
    while text[at : at + 1] == quote[at - start]:
        at += 1
    return "changed", [at]
