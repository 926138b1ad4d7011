# hint: said 'changed', should be 'verified'
def look_up(line, texts):
    found = LINE.fullmatch(line)
    if not found or int(found[3]) >= int(found[4]):
        return "no citation", []
    if found[2] not in texts:
        return "unknown source", []
    text, start = texts[found[2]], int(found[3])
    length = int(found[4]) - start
    if sha256(text[start : start + length].encode()).hexdigest() == found[5]:
        return "verified", [start]
    return "changed", []
