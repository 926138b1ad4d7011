import numpy as np


def join_pages(pages):
    ended = ["" if not page else page.removesuffix("\n") + "\n" for page in pages]
    bounds = np.concatenate([[0], np.cumsum([len(page) for page in ended], dtype=int)])
    return ["".join(ended), bounds.astype(int)]
