# hint: at each step the longest piece is taken
def pieces(word, vocabulary):
    found, start = [], 0
    while start < len(word):
        prefix = "##" if found else ""
        ends = range(start + 1, len(word) + 1)
        end = next((end for end in ends if prefix + word[start:end] in vocabulary), None)
        if end is None:
            return ["[UNK]"]
        found.append(prefix + word[start:end])
        start = end
    return found
