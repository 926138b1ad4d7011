import numpy as np


def read_end(tokens, window, special, length):
    room = window - special
    if room >= len(tokens):
        return length
    return int(np.array(tokens)[:room, 1].max(initial=0))
