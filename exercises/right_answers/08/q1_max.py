def pieces(word, vocabulary):
    out, start = [], 0
    while start < len(word):
        mark = "##" if start else ""
        plain = [v[len(mark) :] for v in vocabulary if v.startswith(mark)]
        fitting = [v for v in plain if v and word.startswith(v, start)]
        if not fitting:
            return ["[UNK]"]
        longest = max(fitting, key=len)
        out += [mark + longest]
        start += len(longest)
    return out
