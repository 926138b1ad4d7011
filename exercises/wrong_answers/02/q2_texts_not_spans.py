# hint: write a list of pairs such as [(0, 10)]
def cut_all(text, most, cut=word_cut):
    pieces, cursor = [], 0
    while cursor < len(text):
        end = cut(text, cursor, cursor + most)
        pieces.append(text[cursor:end].strip())
        cursor = end
    return [piece for piece in pieces if piece]
