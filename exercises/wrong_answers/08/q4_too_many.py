# hint: has more than
def packed(sentences, tokens, most):
    chunks, count = [], most
    for span, number in zip(sentences, tokens, strict=True):
        if count < most:
            chunks[-1] = (chunks[-1][0], span[1])
            count += number
        else:
            chunks.append(span)
            count = number
    return chunks
