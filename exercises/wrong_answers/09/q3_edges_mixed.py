# hint: is gone: count the first lines and the last lines apart
def strip_furniture(pages):
    edges = [re.sub(r"\d+", "#", line) for page in pages for line in (page[0], page[-1])]
    half = len(pages) / 2

    def often(line):
        return edges.count(re.sub(r"\d+", "#", line)) > half

    return [page[often(page[0]) : len(page) - often(page[-1])] for page in pages]
