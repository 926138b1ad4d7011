class Reader:
    def __init__(self, word, vocabulary):
        self.word, self.vocabulary, self.at, self.found = word, frozenset(vocabulary), 0, []

    def step(self):
        for end in reversed(range(self.at + 1, len(self.word) + 1)):
            piece = f"{'##' if self.at else ''}{self.word[self.at : end]}"
            if piece in self.vocabulary:
                self.found.append(piece)
                self.at = end
                return True
        return False

    def read(self):
        while self.at < len(self.word):
            if not self.step():
                return ["[UNK]"]
        return self.found


def pieces(word, vocabulary):
    return Reader(word, vocabulary).read()
