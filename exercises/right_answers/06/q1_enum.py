from enum import StrEnum


class Step(StrEnum):
    CUT = "C"
    CHECK = "G"
    BEGIN = "D"
    COMPARE = "E"
    DELETE = "A"
    INSERT = "F"
    COMMIT = "B"


my_order = [*Step]
