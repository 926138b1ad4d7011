def look_up(line, texts):
    found = LINE.fullmatch(line)
    if found is None:
        return "no citation", []
    _, source, start, end, digits = found.groups()
    start, end = int(start), int(end)
    if end <= start:
        return "no citation", []
    text = texts.get(source)
    if text is None:
        return "unknown source", []
    size = end - start
    if len(text) >= end and hash_of(text[start:end]) == digits:
        return "verified", [start]
    places = []
    for at in range(0, len(text) - size + 1):
        if hash_of(text[at : at + size]) == digits:
            places.append(at)
    return ("moved" if places else "changed"), places
