# hint: said 'changed', should be 'moved'
def look_up(line, texts):
    found = LINE.fullmatch(line)
    if not found or int(found[3]) >= int(found[4]):
        return "no citation", []
    if found[2] not in texts:
        return "unknown source", []
    text, start, end = texts[found[2]], int(found[3]), int(found[4])
    passage = text[start:end]
    if len(passage) == end - start:
        digits = sha256(passage.encode()).hexdigest()
        if digits.startswith(found[5]):
            return "verified", [start]
    return "changed", []
