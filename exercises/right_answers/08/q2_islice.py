from itertools import islice


def read_end(tokens, window, special, length):
    fit = list(islice(tokens, window - special))
    if len(fit) == len(tokens):
        return length
    return fit[-1][1] if fit else 0
