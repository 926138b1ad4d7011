# hint: returned None, but the words stand at
def locate(text, quote):
    if text.count(quote) != 1:
        return None
    return text.index(quote), text.index(quote) + len(quote)
