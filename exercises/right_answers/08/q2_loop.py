def read_end(tokens, window, special, length):
    left, reached = window - special, 0
    for _, end in tokens:
        if left == 0:
            return reached
        left -= 1
        reached = end
    return length
