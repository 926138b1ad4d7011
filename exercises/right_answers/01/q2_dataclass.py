from dataclasses import astuple, dataclass


@dataclass(frozen=True, order=True)
class Window:
    start: int
    end: int


def window_spans(length, size, overlap):
    starts = range(0, length, size - overlap)
    return [astuple(Window(at, length if at + size > length else at + size)) for at in starts]
