def packed(sentences, tokens, most):
    def chunks():
        start = end = None
        used = 0
        for (first, last), count in zip(sentences, tokens):
            if start is not None and used + count > most:
                yield start, end
                start, used = None, 0
            if start is None:
                start = first
            end = last
            used += count
        if start is not None:
            yield start, end

    return list(chunks())
