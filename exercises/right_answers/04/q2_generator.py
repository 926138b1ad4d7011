def places_of(quote, text):
    at = text.find(quote)
    while at != -1:
        yield at
        at = text.find(quote, at + 1)


def verdict(text, start, quote):
    places = list(places_of(quote, text))
    if start in places:
        return "verified", [start]
    if places:
        return "moved", places
    for at, wanted in enumerate(quote, start):
        if at >= len(text) or text[at] != wanted:
            return "changed", [at]
