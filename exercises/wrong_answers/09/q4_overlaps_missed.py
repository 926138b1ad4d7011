# hint: two places that overlap are two
def locate(text, quote):
    pattern = r"\s+".join(re.escape(word) for word in quote.split())
    found = list(re.finditer(pattern, text))
    return found[0].span() if len(found) == 1 else None
