def cite(claims):
    keys = list(dict.fromkeys(tuple(claim[1:4]) for claim in claims))
    words = {tuple(claim[1:4]): claim[4] for claim in reversed(list(claims))}
    lines = []
    for number, (source, start, end) in enumerate(keys, start=1):
        digits = sha256(words[source, start, end].encode("utf8")).hexdigest()
        place = f"[{number}] {source} · characters {start}–{end}"
        lines += [f"{place} · sha256 {digits:.16}…"]
    return tuple(f"{c[0]} [{keys.index(tuple(c[1:4])) + 1}]" for c in claims), lines
