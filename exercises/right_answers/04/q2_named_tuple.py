from typing import NamedTuple


class Verdict(NamedTuple):
    word: str
    places: list


def first_difference(text, start, quote):
    if not quote or text[start : start + 1] != quote[0]:
        return start
    return first_difference(text, start + 1, quote[1:])


def verdict(text, start, quote):
    if text.startswith(quote, start):
        return Verdict("verified", [start])
    places = tuple(at for at in range(len(text)) if text.startswith(quote, at))
    if places:
        return Verdict("moved", places)
    return Verdict("changed", [first_difference(text, start, quote)])
