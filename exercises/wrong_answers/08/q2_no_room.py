# hint: the model's own tokens fill the window, so nothing is read
def read_end(tokens, window, special, length):
    room = window - special
    return length if len(tokens) <= room else tokens[room - 1][1]
