from itertools import islice


def windows(text, size):
    for at in range(len(text) - size + 1):
        yield at, "".join(islice(text, at, at + size))


def look_up(line, texts):
    if not (found := LINE.fullmatch(line)) or int(found.group(3)) >= int(found.group(4)):
        return "no citation", ()
    if (text := texts.get(found.group(2))) is None:
        return "unknown source", ()
    start, end = int(found.group(3)), int(found.group(4))
    places = tuple(at for at, words in windows(text, end - start) if hash_of(words) == found[5])
    if start in places:
        return "verified", (start,)
    return ("moved", places) if places else ("changed", ())
