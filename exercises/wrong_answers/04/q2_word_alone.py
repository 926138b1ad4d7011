# hint: return a pair such as ('moved', [24])
def verdict(text, start, quote):
    if text.startswith(quote, start):
        return "verified"
    return "moved" if quote in text else "changed"
