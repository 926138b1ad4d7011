from collections import Counter


def strip_furniture(pages):
    def form(line):
        return re.sub("[0-9]+", "0", line)

    heads = Counter(form(page[0]) for page in pages)
    feet = Counter(form(page[-1]) for page in pages)
    left = []
    for page in pages:
        first = 1 if 2 * heads[form(page[0])] > len(pages) else 0
        last = len(page) - 1 if 2 * feet[form(page[-1])] > len(pages) else len(page)
        left.append(page[first:last])
    return left
