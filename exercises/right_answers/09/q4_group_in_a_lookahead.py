def locate(text, quote):
    words = (re.escape(word) for word in quote.split())
    places = [m.span(1) for m in re.finditer("(?=(" + r"\s+".join(words) + "))", text)]
    try:
        (only,) = places
    except ValueError:
        return None
    return only
