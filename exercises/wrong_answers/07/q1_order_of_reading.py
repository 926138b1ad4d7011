# hint: the right spans, but not in the order of the text
def merged(spans):
    whole = []
    for start, end in spans:
        near = [(s, e) for s, e in whole if s <= end and start <= e]
        whole = [span for span in whole if span not in near]
        near.append((start, end))
        whole.append((min(s for s, _ in near), max(e for _, e in near)))
    return whole
