from os.path import commonprefix


def verdict(text, start, quote):
    places = [found.start() for found in re.finditer(f"(?={re.escape(quote)})", text)]
    if start in places:
        return ("verified", [start])
    if places:
        return ("moved", places)
    same = commonprefix([text[start:], quote])
    return ["changed", [start + len(same)]]
