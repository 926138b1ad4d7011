# hint: a higher rung of the ladder has a place at 1
def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    for joint in ("\n\n", "\n", ". ", " "):
        if text.rfind(joint, start, limit) > 0:
            return text.rfind(joint, start, limit) + len(joint)
    return limit
