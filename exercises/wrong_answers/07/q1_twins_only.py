# hint: still holds some characters twice
def merged(spans):
    return sorted(set(spans))
