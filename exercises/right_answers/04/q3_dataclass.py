@dataclass(frozen=True)
class Passage:
    source: str
    start: int
    end: int

    def line(self, number, words):
        digits = sha256(words.encode()).hexdigest()[:16]
        return f"[{number}] {self.source} · characters {self.start}–{self.end} · sha256 {digits}…"


def cite(claims):
    known, sentences, lines = [], [], []
    for sentence, source, start, end, words in claims:
        passage = Passage(source, start, end)
        if passage not in known:
            known.append(passage)
            lines.append(passage.line(len(known), words))
        sentences.append(f"{sentence} [{known.index(passage) + 1}]")
    return sentences, lines
