def packed(sentences, tokens, most):
    groups = []
    for index, count in enumerate(tokens):
        if groups and sum(tokens[i] for i in groups[-1]) + count <= most:
            groups[-1].append(index)
        else:
            groups.append([index])
    return [(sentences[group[0]][0], sentences[group[-1]][1]) for group in groups]
