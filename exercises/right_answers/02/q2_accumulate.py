from itertools import accumulate, pairwise, repeat, takewhile


def cut_all(text, most, cut=word_cut):
    ends = accumulate(repeat(None), lambda at, _: cut(text, at, at + most), initial=0)
    starts = list(takewhile(lambda at: at < len(text), ends))
    spans = []
    for start, end in pairwise([*starts, len(text)]):
        piece = text[start:end]
        left = len(piece) - len(piece.lstrip())
        if piece.strip():
            spans.append((start + left, start + left + len(piece.strip())))
    return spans
