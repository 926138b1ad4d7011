# hint: after ' ', but a higher rung
def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    return text.rfind(" ", start, limit) + 1 or limit
