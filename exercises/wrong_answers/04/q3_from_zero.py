# hint: the line is '[0]
def cite(claims):
    numbers, sentences, lines = {}, [], []
    for sentence, source_id, start, end, words in claims:
        passage = (source_id, start, end)
        if passage not in numbers:
            number = numbers[passage] = len(numbers)
            digits = sha256(words.encode()).hexdigest()[:16]
            lines.append(f"[{number}] {source_id} · characters {start}–{end} · sha256 {digits}…")
        sentences.append(f"{sentence} [{numbers[passage]}]")
    return sentences, lines
