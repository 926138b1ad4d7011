# hint: but text[-6:23] is not within
def left_behind(text, rows):
    found = []
    for position, start, end, words in rows:
        if end > len(text) or text[start:end] != words:
            found.append((position, "moved" if words in text else "gone"))
    return found
