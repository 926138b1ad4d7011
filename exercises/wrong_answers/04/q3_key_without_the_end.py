# hint: 1 of 2 lines: passages that start at one place may end at two
def cite(claims):
    numbers, sentences, lines = {}, [], []
    for sentence, source_id, start, end, words in claims:
        if (source_id, start) not in numbers:
            number = numbers[source_id, start] = len(numbers) + 1
            digits = sha256(words.encode()).hexdigest()[:16]
            lines.append(f"[{number}] {source_id} · characters {start}–{end} · sha256 {digits}…")
        sentences.append(f"{sentence} [{numbers[source_id, start]}]")
    return sentences, lines
