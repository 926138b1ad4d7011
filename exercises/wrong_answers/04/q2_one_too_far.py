# hint: the first difference is at 6, where the quote has '5' and the text has '6'
def verdict(text, start, quote):
    if text.startswith(quote, start):
        return "verified", [start]
    places = [at for at in range(len(text)) if text.startswith(quote, at)]
    if places:
        return "moved", places
    for at in range(start, start + len(quote)):
        if text[at : at + 1] != quote[at - start]:
            return "changed", [at + 1]
