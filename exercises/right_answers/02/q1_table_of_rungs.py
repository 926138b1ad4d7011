from dataclasses import dataclass


@dataclass
class Rung:
    joint: str

    def end(self, text, start, limit):
        place = text[start:limit].rfind(self.joint)
        return start + place + len(self.joint) if place != -1 else None


RUNGS = [Rung("\n\n"), Rung("\n"), Rung(". "), Rung(" ")]


def last_cut(text: str, start: int, limit: int) -> int:
    if limit >= len(text):
        return len(text)
    ends = [rung.end(text, start, limit) for rung in RUNGS]
    return next(filter(None, ends), limit)
