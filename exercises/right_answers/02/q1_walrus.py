def last_cut(text, start, limit):
    rest = len(text) <= limit and len(text)
    for joint in [] if rest else ["\n\n", "\n", ". ", " "]:
        if (at := text.rfind(joint, start, limit)) > -1:
            return at + len(joint)
    return rest or limit
