import re


def split_paragraphs(text):
    edges = [0]
    for border in re.finditer("\n\n", text):
        edges += border.span()
    edges.append(len(text))
    pieces = [(start, text[start:end]) for start, end in zip(edges[::2], edges[1::2])]
    return [(s + len(p) - len(p.lstrip()), p.strip()) for s, p in pieces if p.strip()]
