# hint: is 'gone': do its words still stand anywhere in the text?
def left_behind(text, rows):
    return [(row[0], "moved") for row in rows if text[row[1] : row[2]] != row[3]]
