# hint: the model's own tokens take places in the window, too
def read_end(tokens, window, special, length):
    return length if len(tokens) <= window else tokens[window - 1][1]
