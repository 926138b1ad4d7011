# hint: take the longest piece and never step back
def pieces(word, vocabulary, prefix=""):
    def parts(start):
        if start == len(word):
            return []
        prefix = "##" if start else ""
        for end in range(len(word), start, -1):
            piece = prefix + word[start:end]
            if piece in vocabulary:
                rest = parts(end)
                if rest is not None:
                    return [piece, *rest]
        return None

    return parts(0) or ["[UNK]"]
