def cite(claims):
    passages = list(dict.fromkeys((source, start, end) for _, source, start, end, _ in claims))
    words = {(source, start, end): words for _, source, start, end, words in claims}
    sentences = [f"{claim[0]} [{passages.index(claim[1:4]) + 1}]" for claim in claims]
    lines = [
        f"[{number}] {source} · characters {start}–{end} · sha256 "
        f"{sha256(words[source, start, end].encode('utf-8')).hexdigest()[:16]}…"
        for number, (source, start, end) in enumerate(passages, 1)
    ]
    return sentences, lines
