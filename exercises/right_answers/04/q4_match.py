def look_up(line, texts):
    match LINE.fullmatch(line):
        case None:
            return ["no citation", []]
        case found:
            start, end = map(int, found.group(3, 4))
    if start >= end:
        return ["no citation", []]
    match texts.get(found[2], None):
        case None:
            return ["unknown source", []]
        case text:
            slices = [slice(at, at + end - start) for at in range(len(text) + 1 - (end - start))]
            places = [part.start for part in slices if hash_of(text[part]) == found[5]]
    if start in places:
        return ["verified", [start]]
    return ["moved", places] if places else ["changed", []]
