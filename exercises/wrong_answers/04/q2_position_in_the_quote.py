# hint: counts from the quote's start; give the position in the text
def verdict(text, start, quote):
    if text.startswith(quote, start):
        return "verified", [start]
    places = [at for at in range(len(text)) if text.startswith(quote, at)]
    if places:
        return "moved", places
    at = 0
    while text[start + at : start + at + 1] == quote[at]:
        at += 1
    return "changed", [at]
