from bisect import bisect_right
from itertools import accumulate


def packed(sentences, tokens, most):
    sums = [0, *accumulate(tokens)]
    out, first = [], 0
    while first < len(sentences):
        last = max(bisect_right(sums, sums[first] + most) - 1, first + 1)
        out.append((sentences[first][0], sentences[last - 1][1]))
        first = last
    return out
