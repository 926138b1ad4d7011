class Cutter:
    def __init__(self, text, most, cut):
        self.text, self.most, self.cut, self.at = text, most, cut, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.at >= len(self.text):
            raise StopIteration
        start, self.at = self.at, self.cut(self.text, self.at, self.at + self.most)
        return start, self.at


def cut_all(text, most, cut=word_cut):
    spans = []
    for start, end in Cutter(text, most, cut):
        left = text[start:end].lstrip()
        words = left.rstrip()
        if words:
            spans.append((end - len(left), end - len(left) + len(words)))
    return spans
