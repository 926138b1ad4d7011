def pieces(word, vocabulary):
    out = []
    rest = word
    while rest:
        candidate = ("##" if out else "") + rest
        least = 3 if out else 1
        while candidate not in vocabulary and len(candidate) >= least:
            candidate = candidate[:-1]
        if len(candidate) < least:
            return ["[UNK]"]
        out.append(candidate)
        rest = rest[len(candidate) - least + 1 :]
    return out
