# hint: the text before the first chunk, or in a gap, is not covered
def overlap_got(spans):
    return sum(end - start for start, end in spans) / max(end for _, end in spans) - 1
