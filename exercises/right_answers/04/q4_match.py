def look_up(line, texts):
    match LINE.fullmatch(line):
        case None:
            return "no citation", []
        case found:
            _, source, a, b, digits = found.groups()
    start, end = map(int, (a, b))
    if end <= start:
        return "no citation", []
    try:
        text = texts[source]
    except KeyError:
        return "unknown source", []
    n = end - start
    stretches = {at: text[at : at + n] for at in range(len(text)) if at + n <= len(text)}
    places = sorted(at for at, words in stretches.items() if hash_of(words) == digits)
    return ("verified", [start]) if start in places else ("moved" if places else "changed", places)
