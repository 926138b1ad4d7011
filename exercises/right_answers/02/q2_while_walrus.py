def cut_all(text, most, cut=word_cut):
    spans, end = [], 0
    while (start := end) < len(text):
        end = cut(text, start, start + most)
        left, right = start, end
        while left < right and text[left].isspace():
            left += 1
        while right > left and text[right - 1].isspace():
            right -= 1
        spans += [(left, right)] * (left < right)
    return spans
