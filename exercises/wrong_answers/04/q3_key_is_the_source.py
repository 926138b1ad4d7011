# hint: 2 of 3 lines: twins in other places are cited apart
def cite(claims):
    numbers, sentences, lines = {}, [], []
    for sentence, source_id, start, end, words in claims:
        if source_id not in numbers:
            number = numbers[source_id] = len(numbers) + 1
            digits = sha256(words.encode()).hexdigest()[:16]
            lines.append(f"[{number}] {source_id} · characters {start}–{end} · sha256 {digits}…")
        sentences.append(f"{sentence} [{numbers[source_id]}]")
    return sentences, lines
