from itertools import accumulate


def join_pages(pages):
    whole = [page + "\n" if page and page[-1] != "\n" else page for page in pages]
    return "".join(whole), [0, *accumulate(map(len, whole))]
