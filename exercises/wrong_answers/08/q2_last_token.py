# hint: all tokens fit, so the text is read to its end
def read_end(tokens, window, special, length):
    fit = tokens[: window - special]
    return fit[-1][1] if fit else length if not tokens else 0
