def cite(claims, known=()):
    if not claims:
        return [], []
    (sentence, source, start, end, words), *others = claims
    place = (source, start, end)
    new = place not in known
    known = (*known, place) if new else known
    number = known.index(place) + 1
    sentences, lines = cite(others, known)
    digits = sha256(words.encode()).hexdigest()[:16]
    line = f"[{number}] {source} · characters {start}–{end} · sha256 {digits}…"
    return [f"{sentence} [{number}]", *sentences], [line] * new + lines
