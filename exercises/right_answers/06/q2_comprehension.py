def left_behind(text, rows):
    return [
        (position, "moved" if words in text else "gone")
        for position, start, end, words in rows
        if not (0 <= start and end <= len(text) and text[start:end] == words)
    ]
