# hint: which does not lie behind 0 and up to 5
def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    for joint in ("\n\n", "\n", ". ", " "):
        found = text.rfind(joint, start, limit + 1)
        if found >= 0:
            return found + len(joint)
    return limit
