def cut_all(text, most, cut=word_cut):
    stack, spans = [0], []
    while stack:
        at = stack.pop()
        if at >= len(text):
            continue
        end = cut(text, at, at + most)
        stack.append(end)
        inside = [i for i in range(at, end) if not text[i].isspace()]
        if inside:
            spans.append((inside[0], inside[-1] + 1))
    return spans
