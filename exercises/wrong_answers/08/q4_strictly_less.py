# hint: a sentence that still fits goes into the chunk before it
def packed(sentences, tokens, most):
    chunks, room = [], 0
    for (start, end), count in zip(sentences, tokens, strict=True):
        if chunks and count < room:
            chunks[-1] = (chunks[-1][0], end)
        else:
            chunks.append((start, end))
            room = most
        room -= count
    return chunks
