# hint: 3 lines, should be 2: a passage keeps its number
def cite(claims):
    sentences, lines = [], []
    for number, (sentence, source_id, start, end, words) in enumerate(claims, start=1):
        digits = sha256(words.encode()).hexdigest()[:16]
        sentences.append(f"{sentence} [{number}]")
        lines.append(f"[{number}] {source_id} · characters {start}–{end} · sha256 {digits}…")
    return sentences, lines
