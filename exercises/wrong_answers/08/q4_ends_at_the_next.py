# hint: a chunk ends where its last sentence ends
def packed(sentences, tokens, most):
    starts, room = [], 0
    for (start, _), count in zip(sentences, tokens, strict=True):
        if not starts or count > room:
            starts.append(start)
            room = most
        room -= count
    return list(zip(starts, [*starts[1:], sentences[-1][1]], strict=True)) if sentences else []
