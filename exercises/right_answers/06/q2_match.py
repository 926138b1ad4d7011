def left_behind(text, rows):
    found = []
    for position, start, end, words in rows:
        within = start in range(len(text) + 1) and end in range(len(text) + 1)
        match within and text[start:end] == words, words in text:
            case True, _:
                pass
            case False, True:
                found += [(position, "moved")]
            case False, False:
                found += [(position, "gone")]
    return found
