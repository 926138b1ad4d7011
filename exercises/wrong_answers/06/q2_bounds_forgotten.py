# hint: but text[17:24] is not within the text's 23 characters
def left_behind(text, rows):
    found = []
    for position, start, end, words in rows:
        if text[start:end] != words:
            found.append((position, "moved" if words in text else "gone"))
    return found
