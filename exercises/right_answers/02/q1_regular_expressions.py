import re

RUNGS = [re.compile(rf"(?s).*{rung}") for rung in (r"\n\n", r"\n", r"\. ", " ")]


def last_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    for rung in RUNGS:
        if found := rung.match(text, start, limit):
            return found.end()
    return limit
