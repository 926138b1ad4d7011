# hint: 1 of 3 lines: twins in other places are cited apart
def cite(claims):
    numbers, sentences, lines = {}, [], []
    for sentence, source_id, start, end, words in claims:
        digits = sha256(words.encode()).hexdigest()[:16]
        if digits not in numbers:
            number = numbers[digits] = len(numbers) + 1
            lines.append(f"[{number}] {source_id} · characters {start}–{end} · sha256 {digits}…")
        sentences.append(f"{sentence} [{numbers[digits]}]")
    return sentences, lines
