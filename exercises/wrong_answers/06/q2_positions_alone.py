# hint: return a list such as [(1, 'moved'), (4, 'gone')]
def left_behind(text, rows):
    return [row[0] for row in rows if text[row[1] : row[2]] != row[3]]
