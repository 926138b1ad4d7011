import numpy as np


def cited_pages(bounds, chunk, evidence):
    spans = np.clip(np.array(evidence or [chunk]), *chunk)
    spans = spans[spans[:, 0] < spans[:, 1]]
    if not len(spans):
        spans = np.array([chunk])
    first = np.searchsorted(bounds, spans[:, 0].min(), side="right")
    last = np.searchsorted(bounds, spans[:, 1].max() - 1, side="right")
    return f"p. {first}" if first == last else f"pp. {first}–{last}"
