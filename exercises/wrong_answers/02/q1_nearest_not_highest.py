# hint: after '\n', but a higher rung
def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    joints = ("\n\n", "\n", ". ", " ")
    found = [(text.rfind(joint, start, limit), joint) for joint in joints]
    place, joint = max(found)
    return place + len(joint) if place >= 0 else limit
