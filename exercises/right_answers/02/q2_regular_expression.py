import re


def cut_all(text, most, cut=word_cut):
    spans, cursor = [], 0
    while cursor < len(text):
        end = cut(text, cursor, cursor + most)
        found = re.compile(r"\S(?:.*\S)?", re.DOTALL).search(text, cursor, end)
        spans += [found.span()] if found else []
        cursor = end
    return spans
