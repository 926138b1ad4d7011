# hint: a piece inside a word begins with ##
def pieces(word, vocabulary):
    found, start = [], 0
    while start < len(word):
        prefix = "##" if found else ""
        ends = range(len(word), start, -1)
        end = next((end for end in ends if prefix + word[start:end] in vocabulary), None)
        if end is None:
            return ["[UNK]"]
        found.append(word[start:end])
        start = end
    return found
