from collections import namedtuple

Row = namedtuple("Row", "position start end words")


def left_behind(text, rows):
    size, found = len(text), []
    for row in map(Row._make, rows):
        outside = row.start < 0 or row.end > size
        if outside or text[row.start : row.end] != row.words:
            found.append([row.position, "gone" if text.find(row.words) < 0 else "moved"])
    return found
