# hint: but a higher rung of the ladder has a place at
def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    return text.rfind(" ", start, limit) + 1 or limit
