def verdict(text, start, quote):
    if text[start : start + len(quote)] == quote:
        return "verified", [start]
    places, at = [], text.find(quote)
    while at != -1:
        places.append(at)
        at = text.find(quote, at + 1)
    if places:
        return "moved", places
    same = 0
    for a, b in zip(text[start:], quote):
        if a != b:
            break
        same += 1
    return "changed", [start + same]
