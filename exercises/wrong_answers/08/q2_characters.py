# hint: a window counts tokens, and a token has a place in the text
def read_end(tokens, window, special, length):
    return min(window, length)
