class Refused(Exception):
    pass


def parts_of(line, texts):
    found = LINE.fullmatch(line)
    if not found:
        raise Refused("no citation")
    start, end = int(found[3]), int(found[4])
    if not start < end:
        raise Refused("no citation")
    try:
        return texts[found[2]], start, end - start, found[5]
    except KeyError:
        raise Refused("unknown source") from None


def look_up(line, texts):
    try:
        text, start, size, digits = parts_of(line, texts)
    except Refused as why:
        return str(why), []
    places = {at for at in range(len(text) - size + 1) if hash_of(text[at : at + size]) == digits}
    if start in places:
        return "verified", [start]
    return "moved" if places else "changed", sorted(places)
