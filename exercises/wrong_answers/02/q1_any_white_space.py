# hint: inside of '. '; the cut is after it
def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    for joint in ("\n\n", "\n", ".", " "):
        found = text.rfind(joint, start, limit)
        if found >= 0:
            return found + len(joint)
    return limit
