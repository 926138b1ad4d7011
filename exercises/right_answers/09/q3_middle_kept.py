def strip_furniture(pages):
    shapes = [[re.split(r"\d+", line) for line in (page[0], page[-1])] for page in pages]

    def often(shape, edge):
        return [each[edge] for each in shapes].count(shape) > len(pages) / 2

    return [
        [*[page[0]] * (not often(head, 0)), *page[1:-1], *[page[-1]] * (not often(foot, 1))]
        for page, (head, foot) in zip(pages, shapes)
    ]
