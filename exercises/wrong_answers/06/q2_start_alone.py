# hint: but text[17:22] is 'Flood'
def left_behind(text, rows):
    found = []
    for position, start, end, words in rows:
        if start < 0 or end > len(text) or not text.startswith(words, start):
            found.append((position, "moved" if words in text else "gone"))
    return found
