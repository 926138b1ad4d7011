# hint: that token is one too many
def read_end(tokens, window, special, length):
    room = window - special
    return length if len(tokens) <= room else tokens[room][1]
