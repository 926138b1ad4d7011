from os.path import commonprefix


def verdict(text, start, quote):
    if text[start:].startswith(quote):
        return ["verified", [start]]
    places = [at for at, _ in enumerate(text) if text[at:].startswith(quote)]
    if places:
        return ["moved", places]
    return ["changed", [start + len(commonprefix([text[start:], quote]))]]
