# hint: raised KeyError: 'claim/1'
def look_up(line, texts):
    found = LINE.fullmatch(line)
    if not found or int(found[3]) >= int(found[4]):
        return "no citation", []
    text, start = texts[found[2]], int(found[3])
    length = int(found[4]) - start
    places = [
        at
        for at in range(len(text) - length + 1)
        if sha256(text[at : at + length].encode()).hexdigest()[:16] == found[5]
    ]
    if start in places:
        return "verified", [start]
    return ("moved", places) if places else ("changed", [])
