from itertools import pairwise


def cut_all(text, most, cut=word_cut):
    cuts = [0]
    while cuts[-1] < len(text):
        cuts.append(cut(text, cuts[-1], cuts[-1] + most))
    spans = []
    for start, end in pairwise(cuts):
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start < end:
            spans.append([start, end])
    return spans
