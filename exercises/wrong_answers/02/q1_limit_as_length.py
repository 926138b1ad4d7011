# hint: `limit` is a place in the text, not a length
def last_cut(text, start, limit):
    end = start + limit
    if end >= len(text):
        return len(text)
    for joint in ("\n\n", "\n", ". ", " "):
        found = text.rfind(joint, start, end)
        if found >= 0:
            return found + len(joint)
    return end
