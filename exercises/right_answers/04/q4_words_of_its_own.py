def look_up(line, texts):
    found = LINE.fullmatch(line)
    start, end = (int(found[3]), int(found[4])) if found else (0, 0)
    if start >= end:
        return "no citation", []
    if found[2] not in texts:
        return "unknown source", []
    data, size = texts[found[2]], end - start

    def stands_at(at):
        words = data[at : at + size]
        return len(words) == size and sha256(words.encode("utf-8")).hexdigest().startswith(found[5])

    if stands_at(start):
        return "verified", [start]
    places = list(filter(stands_at, range(len(data))))
    return ("changed", "moved")[bool(places)], places
