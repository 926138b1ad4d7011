def packed(sentences, tokens, most):
    if not sentences:
        return []
    taken, total = 1, tokens[0]
    while taken < len(tokens) and total + tokens[taken] <= most:
        total += tokens[taken]
        taken += 1
    rest = packed(sentences[taken:], tokens[taken:], most)
    return [[sentences[0][0], sentences[taken - 1][1]]] + rest
