# hint: is not in the list, but text[4:14] is '. Limit 50'
def left_behind(text, rows):
    return [(position, "gone") for position, _, _, words in rows if words not in text]
