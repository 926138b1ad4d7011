# hint: a place in a text that was made alike; in the text it is
def locate(text, quote):
    alike, wanted = " ".join(text.split()), " ".join(quote.split())
    at = alike.find(wanted)
    if at < 0 or alike.find(wanted, at + 1) >= 0:
        return None
    return at, at + len(wanted)
