# hint: stands in the middle of a page and is gone: that is text
def strip_furniture(pages):
    firsts = [re.sub(r"\d+", "#", page[0]) for page in pages]
    lasts = [re.sub(r"\d+", "#", page[-1]) for page in pages]
    half = len(pages) / 2
    often = {line for edge in (firsts, lasts) for line in edge if edge.count(line) > half}
    return [[line for line in page if re.sub(r"\d+", "#", line) not in often] for page in pages]
