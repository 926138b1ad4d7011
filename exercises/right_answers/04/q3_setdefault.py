def cite(claims):
    numbers, sentences, lines = {}, [], []
    for sentence, *place, words in claims:
        before = len(numbers)
        number = numbers.setdefault(tuple(place), before + 1)
        sentences += [sentence + " [" + str(number) + "]"]
        if len(numbers) > before:
            source, start, end = place
            digits = sha256(words.encode()).digest()[:8].hex()
            lines += [f"[{number}] {source} · characters {start}–{end} · sha256 {digits}…"]
    return tuple(sentences), tuple(lines)
