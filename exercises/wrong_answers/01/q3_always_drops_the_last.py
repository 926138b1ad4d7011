# hint: was dropped, though no earlier window holds it
def without_contained(spans):
    return spans[:-1]
