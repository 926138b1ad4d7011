def stale(text, rows):
    for position, start, end, words in rows:
        if 0 <= start <= end <= len(text) and text[start:end] == words:
            continue
        yield position, ("gone", "moved")[words in text]


def left_behind(text, rows):
    return list(stale(text, rows))
