def read_end(tokens, window, special, length):
    ends = [0] + [end for _, end in tokens]
    ends[-1] = length
    return ends[min(window - special, len(tokens))]
