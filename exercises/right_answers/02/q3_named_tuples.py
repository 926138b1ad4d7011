from typing import NamedTuple


class Place(NamedTuple):
    start: int
    end: int


my_chunks = tuple(Place(*span) for span in cut_all(TERMS, 60, last_cut))
my_limit = my_chunks[4]
