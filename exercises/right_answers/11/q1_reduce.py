from functools import reduce


def misplaced(text, pieces):
    def step(state, numbered):
        wrong, last = state
        number, (start, piece) = numbered
        right = start > last and text.find(piece, start, start + len(piece)) == start
        return (wrong, start) if right else ([*wrong, number], last)

    return reduce(step, enumerate(pieces), ([], -1))[0]
