# hint: the text ends before 7, so the place is 7 itself
def verdict(text, start, quote):
    if text.startswith(quote, start):
        return "verified", [start]
    places = [at for at in range(len(text)) if text.startswith(quote, at)]
    if places:
        return "moved", places
    for at in range(start, len(text)):
        if text[at] != quote[at - start]:
            return "changed", [at]
    return "changed", [len(text)]
