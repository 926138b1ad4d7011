# hint: inside a word, only pieces with ## count
def pieces(word, vocabulary):
    found, start = [], 0
    while start < len(word):
        ends = range(len(word), start, -1)
        end = next((end for end in ends if word[start:end] in vocabulary), None)
        if end is None:
            return ["[UNK]"]
        found.append(word[start:end])
        start = end
    return found
