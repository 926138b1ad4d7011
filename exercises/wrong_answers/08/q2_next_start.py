# hint: where the first token begins that is not read
def read_end(tokens, window, special, length):
    room = window - special
    return length if len(tokens) <= room else tokens[room][0] if room else 0
