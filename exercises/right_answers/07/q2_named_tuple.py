from typing import NamedTuple


class Scores(NamedTuple):
    recall: float
    precision: float


def recall_and_precision(read, evidence):
    def is_in(place, spans):
        return any(start <= place < end for start, end in spans)

    last = max(end for _, end in evidence)
    wanted = [place for place in range(last) if is_in(place, evidence)]
    found = len([place for place in wanted if is_in(place, read)])
    paid = sum(end - start for start, end in read)
    try:
        return Scores(found / len(wanted), found / paid)
    except ZeroDivisionError:
        return Scores(0.0, 0.0)
