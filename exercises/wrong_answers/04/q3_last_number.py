# hint: the sentence is
def cite(claims):
    numbers, sentences, lines = {}, [], []
    for sentence, source_id, start, end, words in claims:
        passage = (source_id, start, end)
        if passage not in numbers:
            numbers[passage] = len(numbers) + 1
            digits = sha256(words.encode()).hexdigest()[:16]
            lines.append(
                f"[{len(numbers)}] {source_id} · characters {start}–{end} · sha256 {digits}…"
            )
        sentences.append(f"{sentence} [{len(numbers)}]")
    return sentences, lines
