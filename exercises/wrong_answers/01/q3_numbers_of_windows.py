# hint: write a list of pairs such as
def without_contained(spans):
    kept, reached = [], 0
    for number, (_, end) in enumerate(spans):
        if end > reached:
            kept.append(number)
            reached = end
    return kept
