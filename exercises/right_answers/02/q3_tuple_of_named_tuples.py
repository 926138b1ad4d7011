from typing import NamedTuple


class Cut(NamedTuple):
    start: int
    end: int


my_cuts = (Cut(98, 335), Cut(337, 561), Cut(563, 739), Cut(741, 945))
