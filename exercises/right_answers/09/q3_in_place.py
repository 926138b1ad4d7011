def strip_furniture(pages):
    form = re.compile(r"\d+").sub
    for edge in (0, -1):
        lines = [form("#", page[edge]) for page in pages]
        furniture = {line for line in lines if lines.count(line) * 2 > len(lines)}
        for page, line in zip(pages, lines):
            if line in furniture:
                del page[edge]
    return pages
