class Edge:
    def __init__(self, lines):
        self.forms = [re.sub(r"\d+", "9", line) for line in lines]

    def is_furniture(self, number):
        same = [form for form in self.forms if form == self.forms[number]]
        return len(same) > len(self.forms) / 2


def strip_furniture(pages):
    top, bottom = Edge([page[0] for page in pages]), Edge([page[-1] for page in pages])
    result = []
    for number, lines in enumerate(pages):
        kept = list(lines)
        if bottom.is_furniture(number):
            kept.pop()
        if top.is_furniture(number):
            kept.pop(0)
        result.append(tuple(kept))
    return result
